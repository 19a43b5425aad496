/** A small RCTP gateway in memory, made to be broken: each {@link dev.rctp.conformance.breakable.Fault} changes one branch of it. */
@NullMarked
package dev.rctp.conformance.breakable;

import org.jspecify.annotations.NullMarked;
