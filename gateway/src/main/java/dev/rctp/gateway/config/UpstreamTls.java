package dev.rctp.gateway.config;

import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS to the marketplace; the host's name is verified always.
 *
 * @param trust a bundle of the certificates to trust; null for what the platform trusts
 * @param identity the gateway's client certificate and its key; null for none
 */
public record UpstreamTls(@Nullable Path trust, @Nullable TlsIdentityFiles identity) {}
