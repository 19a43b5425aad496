/** TEST ONLY: an OAuth authorization server that keeps GRA-7: consent, tokens, introspection, revocation. */
@NullMarked
package dev.rctp.gateway.sandbox.authserver;

import org.jspecify.annotations.NullMarked;
