/** What a governed call costs: the gateway as its own process on one core, everything around it on another. */
@NullMarked
package dev.rctp.bench;

import org.jspecify.annotations.NullMarked;
