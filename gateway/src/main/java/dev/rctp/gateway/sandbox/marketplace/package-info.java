/** TEST ONLY: an ordinary small marketplace API for the gateway to stand in front of. */
@NullMarked
package dev.rctp.gateway.sandbox.marketplace;

import org.jspecify.annotations.NullMarked;
