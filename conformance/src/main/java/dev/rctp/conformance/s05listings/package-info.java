/** Section 5: listings and terms. */
@NullMarked
package dev.rctp.conformance.s05listings;

import org.jspecify.annotations.NullMarked;
