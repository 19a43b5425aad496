/** Section 13, answers: their signature, their name, and the management port. */
@NullMarked
package dev.rctp.conformance.s13answers;

import org.jspecify.annotations.NullMarked;
