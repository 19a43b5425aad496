package dev.rctp.gateway.seller;

import dev.rctp.approval.Answer;
import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.approval.Signable;
import dev.rctp.approval.passkey.AssertionVerifier;
import dev.rctp.approval.passkey.AuthenticationResponse;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyChallenge;
import dev.rctp.approval.passkey.PasskeyFault;
import dev.rctp.approval.passkey.PasskeyRefused;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.HeldCalls;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.SubmittedTerms;
import dev.rctp.terms.TermFault;
import dev.rctp.terms.TermsInvalid;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Asks sellers and hears them: only the passkey of the seller who is asked decides, once, and in time (APR-3, APR-4, APR-7, INV-4). */
public final class SellerAnswers {

    private static final int NONCE_BYTES = 16;
    private static final Heard.Invalid DECIDED =
            new Heard.Invalid("decided", "This was decided before, or its time is over.");
    private static final Heard.Invalid UNKNOWN_CHALLENGE =
            new Heard.Invalid("challenge_unknown", "This was answered before, or was never asked.");

    private final ApprovalStore store;
    private final HeldCalls calls;
    private final AssertionVerifier verifier;
    private final ApprovedCalls approved;
    private final ListingService listings;
    private final SecureRandom random;
    private final InstantSource clock;

    /** Joins the parts. */
    public SellerAnswers(
            ApprovalStore store,
            HeldCalls calls,
            AssertionVerifier verifier,
            ApprovedCalls approved,
            ListingService listings,
            SecureRandom random,
            InstantSource clock) {
        this.store = store;
        this.calls = calls;
        this.verifier = verifier;
        this.approved = approved;
        this.listings = listings;
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

    /** What became of a form. */
    public sealed interface Filled {

        /**
         * Its terms can be signed.
         *
         * @param signable what approving them would sign
         */
        record Kept(Signable signable) implements Filled {}

        /** Something is wrong with them. */
        record Faulty(List<TermFault> faults) implements Filled {}

        /** There is nothing to fill in: {@code approval_invalid}. */
        record Closed(Heard.Invalid why) implements Filled {}
    }

    /**
     * Takes what the seller filled in (LST-3, APR-8).
     *
     * @param sender a mark of whoever sent it, who may be someone else
     */
    public Filled fill(String id, JsonNode terms, String sender)
            throws LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        Optional<KnownApproval> known = store.find(id, now);
        if (known.isEmpty()) {
            return new Filled.Closed(new Heard.Invalid("approval_unknown", "There is no such approval."));
        }
        Question question = known.get().approval().question();
        if (known.get().approval().state() != ApprovalState.PENDING) {
            return new Filled.Closed(DECIDED);
        }
        if (!question.asksForTerms()) {
            return new Filled.Closed(new Heard.Invalid("no_form", "This asks for no terms."));
        }
        return switch (listings.submit(place(question), termSet(question), listPrice(question), terms)) {
            case TermsInvalid invalid -> new Filled.Faulty(invalid.faults());
            case SubmittedTerms good -> {
                Signable signable = signable(question, Answer.APPROVE, good.commitment());
                yield store.submit(id, good, List.of(signable), sender, now)
                        ? new Filled.Kept(signable)
                        : new Filled.Closed(DECIDED);
            }
        };
    }

    /** What terms are sealed for: the listing, or the approval that makes one. */
    private static ListingId place(Question question) {
        return new ListingId(question.about().path("listing_id").stringValue(question.id()));
    }

    private static String termSet(Question question) {
        return question.about().path("term_set").stringValue();
    }

    private static Money listPrice(Question question) {
        JsonNode price = question.display().path("list_price");
        return new Money(
                price.path("amount").longValue(), price.path("currency").stringValue());
    }

    /** What the agent proposed for the form, which is no more than that (LST-3). */
    public ObjectNode proposed(String id) {
        return store.held(id)
                .map(held -> calls.body(id, held))
                .map(SellerAnswers::proposed)
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static ObjectNode proposed(byte[] body) {
        try {
            return StrictJson.parseObject(body).get("proposed_terms") instanceof ObjectNode proposed
                    ? proposed
                    : JsonNodeFactory.instance.objectNode();
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("a held body is not JSON", e);
        }
    }

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

    /**
     * What is asked by that approval; empty where there is none.
     *
     * @param sender a mark of whoever looks
     */
    public Optional<Asked> ask(String id, String sender) throws LedgerUnavailableException, InterruptedException {
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
        if (!store.offer(id, signables, sender, now)) {
            return store.find(id, clock.instant()).map(ended -> new Asked(ended, List.of(), List.of()));
        }
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
            case PasskeyRefused refused -> {
                Optional<PasskeyChallenge> claimed = AuthenticationResponse.claimed(credential);
                if (claimed.isPresent()) {
                    store.burn(known.get().approval().question(), claimed.get().text(), Optional.empty(), now);
                }
                yield invalid(refused);
            }
            case AuthenticationResponse response ->
                judge(known.get().approval().question(), known.get().approval().state(), decision, response, now);
        };
    }

    /** The challenge dies with the response, good or bad (B52). */
    private Heard judge(
            Question question, ApprovalState state, String decision, AuthenticationResponse response, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        if (state != ApprovalState.PENDING) { // its challenges are gone with it
            return DECIDED;
        }
        String challenge = response.claimedChallenge().text();
        Optional<Signable> signable = store.signable(question.id(), challenge);
        if (signable.isEmpty()) {
            return UNKNOWN_CHALLENGE;
        }
        Optional<Heard> refusal = signable.get().answer().code().equals(decision)
                ? Optional.empty()
                : Optional.of(new Heard.Invalid("decision_mismatch", "The passkey signed the other answer."));
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
            case VerifiedAssertion assertion -> decide(question, signable.get(), assertion);
        };
    }

    /** The time that counts is that of the decision, not that of the answer's arrival (APR-4, B59). */
    private Heard decide(Question question, Signable signed, VerifiedAssertion assertion)
            throws LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        ApprovalStore.Written written = store.answer(question, signed, assertion, approved.lease(), now);
        if (written != ApprovalStore.Written.TAKEN) {
            store.burn(question, signed.challenge(), Optional.empty(), now);
            return lost(question, written);
        }
        if (signed.answer() == Answer.APPROVE) {
            approved.attempt(question.id());
        }
        return new Heard.Taken(store.find(question.id(), clock.instant())
                .orElseThrow(() -> new IllegalStateException("an answered approval is not known")));
    }

    /** What came between, as the seller finds it: an end says more than what went with it. */
    private Heard.Invalid lost(Question question, ApprovalStore.Written written) {
        boolean over = store.find(question.id(), clock.instant())
                .filter(known -> known.approval().state() == ApprovalState.PENDING)
                .isEmpty();
        return over
                ? DECIDED
                : switch (written) {
                    case CHALLENGE_GONE -> UNKNOWN_CHALLENGE;
                    case PASSKEY_MOVED -> invalid(new PasskeyRefused(PasskeyFault.COUNTER));
                    case TAKEN, DECIDED -> DECIDED;
                };
    }

    private static Heard.Invalid invalid(PasskeyRefused refused) {
        return new Heard.Invalid(refused.fault().cause(), refused.fault().sentence());
    }
}
