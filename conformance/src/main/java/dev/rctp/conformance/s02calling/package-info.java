/** Section 2, who is calling: signatures, operators, repeats. */
@NullMarked
package dev.rctp.conformance.s02calling;

import org.jspecify.annotations.NullMarked;
