/** Section 11 of the protocol: the proxy and the webhooks. */
@NullMarked
package dev.rctp.conformance.s11proxy;

import org.jspecify.annotations.NullMarked;
