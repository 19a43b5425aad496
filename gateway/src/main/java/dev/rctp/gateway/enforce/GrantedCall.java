package dev.rctp.gateway.enforce;

import dev.rctp.grant.Grant;

/**
 * A call whose caller is verified and whose seller granted the verb's scope.
 *
 * @param operation the call
 * @param caller whose call it is
 * @param grant the seller's grant, introspected for this call
 * @param key what its Idempotency-Key belongs to
 */
record GrantedCall(Operation operation, Caller caller, Grant grant, CallKey key) {}
