/** The terms of listings and what is asked of them (LST-1 to LST-4, CPR-1). */
@NullMarked
package dev.rctp.conformance.breakable.domain.terms;

import org.jspecify.annotations.NullMarked;
