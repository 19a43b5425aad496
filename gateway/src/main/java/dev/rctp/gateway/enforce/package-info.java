/** The decision: one pipeline for every door, without HTTP and without SQL (DEC-1). */
@NullMarked
package dev.rctp.gateway.enforce;

import org.jspecify.annotations.NullMarked;
