/** The traces that requests belong to: read from their callers, continued, and exported where that is configured. */
@NullMarked
package dev.rctp.gateway.observe.trace;

import org.jspecify.annotations.NullMarked;
