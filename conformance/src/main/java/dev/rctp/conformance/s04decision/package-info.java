/** Tests of section 4: decisions, verbs, reads and reasons (DEC). */
@NullMarked
package dev.rctp.conformance.s04decision;

import org.jspecify.annotations.NullMarked;
