/** The calling side: pooled connections to the marketplace and the authorization server, and guarded ones to profiles. */
@NullMarked
package dev.rctp.gateway.http.outbound;

import org.jspecify.annotations.NullMarked;
