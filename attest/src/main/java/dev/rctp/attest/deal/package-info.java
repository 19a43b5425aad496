/** What parties report of a deal, and when its money may move (protocol section 8): pure values, without clock, database or network. */
@NullMarked
package dev.rctp.attest.deal;

import org.jspecify.annotations.NullMarked;
