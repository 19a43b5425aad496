/** Section 9: the record. */
@NullMarked
package dev.rctp.conformance.s09record;

import org.jspecify.annotations.NullMarked;
