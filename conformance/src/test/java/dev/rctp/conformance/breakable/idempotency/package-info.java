/** One effect for one key (IDM-1). */
@NullMarked
package dev.rctp.conformance.breakable.idempotency;

import org.jspecify.annotations.NullMarked;
