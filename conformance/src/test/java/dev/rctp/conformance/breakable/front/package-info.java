/** From a request to what decides it: targets, routes and the order of checks (DEC-1, PRX-4). */
@NullMarked
package dev.rctp.conformance.breakable.front;

import org.jspecify.annotations.NullMarked;
