/** Signed answers, refusals and discovery (DEC-2, RSP, DIS). */
@NullMarked
package dev.rctp.conformance.breakable.answer;

import org.jspecify.annotations.NullMarked;
