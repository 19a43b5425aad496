/** A small HTTP/1.1 server (RFC 9112) that keeps what it received as it was received. */
@NullMarked
package dev.rctp.conformance.server;

import org.jspecify.annotations.NullMarked;
