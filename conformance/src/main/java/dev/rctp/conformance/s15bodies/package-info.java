/** Section 15: the bodies of calls and answers. */
@NullMarked
package dev.rctp.conformance.s15bodies;

import org.jspecify.annotations.NullMarked;
