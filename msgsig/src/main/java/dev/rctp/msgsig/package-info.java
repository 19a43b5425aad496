/**
 * Who is calling: RFC 9421 message signatures, RFC 9530 digests, UCP profiles and their keys. Any message:
 * {@link dev.rctp.msgsig.SignatureDraft} signs it, {@link dev.rctp.msgsig.MessageVerifier} verifies it under
 * {@link dev.rctp.msgsig.SignatureRules}. With RCTP's rules: {@link dev.rctp.msgsig.MessageSigner},
 * {@link dev.rctp.msgsig.RequestVerifier}, {@link dev.rctp.msgsig.ResponseVerifier}, and for agents
 * {@link dev.rctp.msgsig.MessageAuthenticator}.
 */
@NullMarked
package dev.rctp.msgsig;

import org.jspecify.annotations.NullMarked;
