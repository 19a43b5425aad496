/** Makes the test vectors of {@code registries/vectors} and has a second implementation judge them. */
@NullMarked
package dev.rctp.conformance.vectors;

import org.jspecify.annotations.NullMarked;
