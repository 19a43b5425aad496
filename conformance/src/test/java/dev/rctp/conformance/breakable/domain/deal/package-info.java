/** Deals, the parties' events and the money rules (section 8). */
@NullMarked
package dev.rctp.conformance.breakable.domain.deal;

import org.jspecify.annotations.NullMarked;
