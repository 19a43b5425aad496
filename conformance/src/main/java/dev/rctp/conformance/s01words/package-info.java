/** Section 1, words: identifiers, values, time. */
@NullMarked
package dev.rctp.conformance.s01words;

import org.jspecify.annotations.NullMarked;
