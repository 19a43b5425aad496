/** Structured fields as signatures need them (RFC 9651). */
@NullMarked
package dev.rctp.conformance.breakable.fields;

import org.jspecify.annotations.NullMarked;
