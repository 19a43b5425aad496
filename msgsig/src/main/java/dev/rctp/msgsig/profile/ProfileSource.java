package dev.rctp.msgsig.profile;

import java.io.IOException;
import java.net.URI;

/**
 * Fetches profiles (OPR-2). One GET that asks for a fresh answer ({@code Cache-Control: no-cache}), follows no redirect (B92),
 * connects only to an address that {@link AddressPolicy} permits and that was judged for this connection (B91), takes at most
 * 128 KiB, and has one deadline from resolving to the last byte.
 */
@FunctionalInterface
public interface ProfileSource {

    /**
     * The answer of the profile's host, whatever its status.
     *
     * @throws IOException where no whole answer came: refused address, resolution, connection, TLS, size, deadline
     */
    FetchedProfile fetch(URI profile) throws IOException, InterruptedException;
}
