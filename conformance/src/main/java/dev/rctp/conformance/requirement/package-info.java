/** What the protocol demands, statement by statement. */
@NullMarked
package dev.rctp.conformance.requirement;

import org.jspecify.annotations.NullMarked;
