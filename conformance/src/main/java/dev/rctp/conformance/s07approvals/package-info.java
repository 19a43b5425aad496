/** Section 7 of the protocol: what the seller is asked. */
@NullMarked
package dev.rctp.conformance.s07approvals;

import org.jspecify.annotations.NullMarked;
