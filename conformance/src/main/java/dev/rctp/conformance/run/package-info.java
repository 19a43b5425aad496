/** Tests, what they judge, and the run of all of them. */
@NullMarked
package dev.rctp.conformance.run;

import org.jspecify.annotations.NullMarked;
