/** One exchange with the target: what is signed and sent, what comes back. */
@NullMarked
package dev.rctp.conformance.wire;

import org.jspecify.annotations.NullMarked;
