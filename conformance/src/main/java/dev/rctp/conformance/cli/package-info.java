/** The command line. */
@NullMarked
package dev.rctp.conformance.cli;

import org.jspecify.annotations.NullMarked;
