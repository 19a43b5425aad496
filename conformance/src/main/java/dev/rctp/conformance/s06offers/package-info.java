/** Section 6: offers. */
@NullMarked
package dev.rctp.conformance.s06offers;

import org.jspecify.annotations.NullMarked;
