/** Offers and what becomes of them: their states and moves, budgets, checkout and the deal that it opens (protocol section 6). */
@NullMarked
package dev.rctp.terms.negotiation;

import org.jspecify.annotations.NullMarked;
