/** TEST ONLY: everything an agent, a seller or an operator needs to meet the gateway on one machine. */
@NullMarked
package dev.rctp.gateway.sandbox;

import org.jspecify.annotations.NullMarked;
