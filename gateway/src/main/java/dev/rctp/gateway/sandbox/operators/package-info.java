/** TEST ONLY: the hosts of six operators: their UCP profiles, their agents' keys and their webhooks. */
@NullMarked
package dev.rctp.gateway.sandbox.operators;

import org.jspecify.annotations.NullMarked;
