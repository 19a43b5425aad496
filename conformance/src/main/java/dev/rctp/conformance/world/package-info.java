/** The target and all that stands around it; the steps that lead to a state. */
@NullMarked
package dev.rctp.conformance.world;

import org.jspecify.annotations.NullMarked;
