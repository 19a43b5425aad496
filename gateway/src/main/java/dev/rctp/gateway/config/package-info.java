/** The configuration file of {@code rctp serve}: one tree of records, read and checked in one place. */
@NullMarked
package dev.rctp.gateway.config;

import org.jspecify.annotations.NullMarked;
