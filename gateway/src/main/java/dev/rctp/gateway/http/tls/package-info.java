/** Certificates and keys from PEM files (RFC 7468). */
@NullMarked
package dev.rctp.gateway.http.tls;

import org.jspecify.annotations.NullMarked;
