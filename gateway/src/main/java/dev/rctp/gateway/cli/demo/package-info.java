/** The demonstration: a story told against a running sandbox, from outside like any agent. */
@NullMarked
package dev.rctp.gateway.cli.demo;

import org.jspecify.annotations.NullMarked;
