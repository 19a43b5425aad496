/** Checks a record offline: with nothing but the bundle of a chain's entries and the gateway's keys (REC-4). */
@NullMarked
package dev.rctp.attest.verify;

import org.jspecify.annotations.NullMarked;
