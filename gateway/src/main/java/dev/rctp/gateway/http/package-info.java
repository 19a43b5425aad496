/** The edges: Netty in, Netty out, and the rendering of decisions as HTTP. */
@NullMarked
package dev.rctp.gateway.http;

import org.jspecify.annotations.NullMarked;
