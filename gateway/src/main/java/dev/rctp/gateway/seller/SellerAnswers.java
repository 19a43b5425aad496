package dev.rctp.gateway.seller;

import dev.rctp.approval.Answer;
import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.approval.Signable;
import dev.rctp.approval.passkey.AssertionVerifier;
import dev.rctp.approval.passkey.AuthenticationResponse;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyFault;
import dev.rctp.approval.passkey.PasskeyRefused;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.KnownApproval;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks sellers and hears them: only the passkey of the seller who is asked decides, once, and in time (APR-3, APR-4, APR-7, INV-4). */
public final class SellerAnswers {

    private static final int NONCE_BYTES = 16;

    private final ApprovalStore store;
    private final AssertionVerifier verifier;
    private final ApprovedCalls approved;
    private final SecureRandom random;
    private final InstantSource clock;

    /** Joins the parts. */
    public SellerAnswers(
            ApprovalStore store,
            AssertionVerifier verifier,
            ApprovedCalls approved,
            SecureRandom random,
            InstantSource clock) {
        this.store = store;
        this.verifier = verifier;
        this.approved = approved;
        this.random = random;
        this.clock = clock;
    }

    /**
     * What a seller is asked, with fresh challenges while it can still be answered.
     *
     * @param known the approval
     * @param passkeys the credential ids that can answer
     * @param signables what each answer would sign; of a listing's, approving comes with the terms
     */
    public record Asked(KnownApproval known, List<String> passkeys, List<Signable> signables) {}

    /** What became of an answer. */
    public sealed interface Heard {

        /** It is the seller's, and holds. */
        record Taken(KnownApproval known) implements Heard {}

        /**
         * It is none: {@code approval_invalid}.
         *
         * @param cause a token for {@code detail.cause}
         * @param sentence what is wrong, for the seller
         */
        record Invalid(String cause, String sentence) implements Heard {}
    }

    /** What is asked by that approval; empty where there is none. */
    public Optional<Asked> ask(String id) throws LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        Optional<KnownApproval> known = store.find(id, now);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        Question question = known.get().approval().question();
        if (known.get().approval().state() != ApprovalState.PENDING) {
            return Optional.of(new Asked(known.get(), List.of(), List.of()));
        }
        List<Signable> signables = new ArrayList<>();
        for (Answer answer : Answer.values()) {
            if (answer == Answer.DECLINE || !question.asksForTerms()) {
                signables.add(signable(question, answer, null));
            }
        }
        store.offer(id, signables, now);
        List<String> passkeys = store.passkeys(question.seller()).stream()
                .map(Passkey::credentialId)
                .toList();
        return Optional.of(new Asked(known.get(), passkeys, signables));
    }

    Signable signable(Question question, Answer answer, @Nullable String termsCommitment) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        return Signable.of(
                question,
                answer,
                termsCommitment,
                Base64.getUrlEncoder().withoutPadding().encodeToString(nonce));
    }

    /** Hears an answer: {@code decision} and {@code credential} as they came. */
    public Heard hear(String id, String decision, JsonNode credential)
            throws LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        Optional<KnownApproval> known = store.find(id, now);
        if (known.isEmpty()) {
            return new Heard.Invalid("approval_unknown", "There is no such approval.");
        }
        return switch (AuthenticationResponse.read(credential)) {
            case PasskeyRefused refused -> invalid(refused);
            case AuthenticationResponse response ->
                judge(known.get().approval().question(), known.get().approval().state(), decision, response, now);
        };
    }

    /** The challenge dies with the response, good or bad (B52). */
    private Heard judge(
            Question question, ApprovalState state, String decision, AuthenticationResponse response, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        String challenge = response.claimedChallenge().text();
        Optional<Signable> signable = store.signable(question.id(), challenge);
        if (signable.isEmpty()) {
            return new Heard.Invalid("challenge_unknown", "This was answered before, or was never asked.");
        }
        Optional<Heard> refusal = state == ApprovalState.PENDING
                ? Optional.empty()
                : Optional.of(new Heard.Invalid("decided", "This was decided before, or its time is over."));
        if (refusal.isEmpty() && !signable.get().answer().code().equals(decision)) {
            refusal = Optional.of(new Heard.Invalid("decision_mismatch", "The passkey signed the other answer."));
        }
        Optional<Passkey> passkey = store.passkey(response.credentialId())
                .filter(known -> known.seller().equals(question.seller()));
        if (refusal.isEmpty() && passkey.isEmpty()) {
            refusal = Optional.of(invalid(new PasskeyRefused(PasskeyFault.CREDENTIAL)));
        }
        if (refusal.isPresent()) {
            store.burn(question, challenge, Optional.empty(), now);
            return refusal.get();
        }
        return switch (verifier.verify(response, response.claimedChallenge(), passkey.orElseThrow())) {
            case PasskeyRefused refused -> {
                boolean danger = refused.fault() == PasskeyFault.COUNTER;
                store.burn(
                        question,
                        challenge,
                        danger ? Optional.of(refused.fault().cause()) : Optional.empty(),
                        now);
                yield invalid(refused);
            }
            case VerifiedAssertion assertion -> decide(question, signable.get(), assertion, now);
        };
    }

    private Heard decide(Question question, Signable signed, VerifiedAssertion assertion, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        if (!store.answer(question, signed, assertion, approved.lease(), now)) {
            store.burn(question, signed.challenge(), Optional.empty(), now);
            return new Heard.Invalid("decided", "This was decided before, or its time is over.");
        }
        if (signed.answer() == Answer.APPROVE) {
            approved.carryOut(question.id());
        }
        return new Heard.Taken(store.find(question.id(), clock.instant())
                .orElseThrow(() -> new IllegalStateException("an answered approval is not known")));
    }

    private static Heard.Invalid invalid(PasskeyRefused refused) {
        return new Heard.Invalid(refused.fault().cause(), refused.fault().sentence());
    }
}
