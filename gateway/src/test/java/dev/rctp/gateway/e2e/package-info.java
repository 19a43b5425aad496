/** End-to-end tests: agents outside, the whole sandbox inside, real parts everywhere. */
@NullMarked
package dev.rctp.gateway.e2e;

import org.jspecify.annotations.NullMarked;
