/** What the breakable gateway decides once it knows who calls: protocol sections 5 to 9. */
@NullMarked
package dev.rctp.conformance.breakable.domain;

import org.jspecify.annotations.NullMarked;
