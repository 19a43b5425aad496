/** What TLS needs at both ends: certificates, keys and trust out of PEM files (RFC 7468). */
@NullMarked
package dev.rctp.gateway.http.tls;

import org.jspecify.annotations.NullMarked;
