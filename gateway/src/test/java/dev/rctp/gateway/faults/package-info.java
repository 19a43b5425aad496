/** Faults from outside: a gateway in its own process, and everything around it killed, stopped, silenced or late. */
@NullMarked
package dev.rctp.gateway.faults;

import org.jspecify.annotations.NullMarked;
