/** On what conditions: listings, their terms and commitments. */
@NullMarked
package dev.rctp.terms;

import org.jspecify.annotations.NullMarked;
