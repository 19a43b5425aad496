/** What a call is once it was let in, and what comes of it (DEC-1). */
@NullMarked
package dev.rctp.conformance.breakable.call;

import org.jspecify.annotations.NullMarked;
