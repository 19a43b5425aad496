/** What happened: hash-chained, signed entries and their offline verifier. */
@NullMarked
package dev.rctp.attest;

import org.jspecify.annotations.NullMarked;
