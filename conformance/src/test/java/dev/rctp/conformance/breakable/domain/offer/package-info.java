/** Offers, their states and budgets (section 6). */
@NullMarked
package dev.rctp.conformance.breakable.domain.offer;

import org.jspecify.annotations.NullMarked;
