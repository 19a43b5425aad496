/** Requests signed wrongly, and what has to be said of them. */
@NullMarked
package dev.rctp.gateway.explain;

import org.jspecify.annotations.NullMarked;
