/** The conformance runner: judges any gateway over HTTP. */
@NullMarked
package dev.rctp.conformance;

import org.jspecify.annotations.NullMarked;
