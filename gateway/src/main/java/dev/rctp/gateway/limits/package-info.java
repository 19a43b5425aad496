/** What one address and one operator may use of a gateway, so that neither takes it from the others (protocol section 4). */
@NullMarked
package dev.rctp.gateway.limits;

import org.jspecify.annotations.NullMarked;
