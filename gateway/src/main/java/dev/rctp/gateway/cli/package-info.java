/** The commands of {@code rctp}. */
@NullMarked
package dev.rctp.gateway.cli;

import org.jspecify.annotations.NullMarked;
