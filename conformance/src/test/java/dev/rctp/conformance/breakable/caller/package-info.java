/** Who is calling: message signatures and operators (SIG, OPR). */
@NullMarked
package dev.rctp.conformance.breakable.caller;

import org.jspecify.annotations.NullMarked;
