/** Section 14 of the protocol: the schemas of what goes over the wire. */
@NullMarked
package dev.rctp.conformance.s14schemas;

import org.jspecify.annotations.NullMarked;
