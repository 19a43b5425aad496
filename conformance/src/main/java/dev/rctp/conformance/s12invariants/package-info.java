/** Tests of section 12: what holds on every path (INV). */
@NullMarked
package dev.rctp.conformance.s12invariants;

import org.jspecify.annotations.NullMarked;
