/** Keys, JWS and ids of the breakable gateway. */
@NullMarked
package dev.rctp.conformance.breakable.jose;

import org.jspecify.annotations.NullMarked;
