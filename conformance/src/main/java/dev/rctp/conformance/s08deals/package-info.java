/** Section 8: deals, events and money. */
@NullMarked
package dev.rctp.conformance.s08deals;

import org.jspecify.annotations.NullMarked;
