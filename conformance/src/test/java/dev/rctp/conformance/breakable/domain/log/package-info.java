/** The log of chain heads that the breakable gateway keeps (REC-7). */
@NullMarked
package dev.rctp.conformance.breakable.domain.log;

import org.jspecify.annotations.NullMarked;
