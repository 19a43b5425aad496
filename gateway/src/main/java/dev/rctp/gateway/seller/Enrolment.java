package dev.rctp.gateway.seller;

import dev.rctp.approval.passkey.AssertionVerdict;
import dev.rctp.approval.passkey.AssertionVerifier;
import dev.rctp.approval.passkey.AuthenticationReading;
import dev.rctp.approval.passkey.AuthenticationResponse;
import dev.rctp.approval.passkey.CredentialOptions;
import dev.rctp.approval.passkey.EnrolmentTicket;
import dev.rctp.approval.passkey.EnrolmentVerdict;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyChallenge;
import dev.rctp.approval.passkey.PasskeyFault;
import dev.rctp.approval.passkey.PasskeyRefused;
import dev.rctp.approval.passkey.RegistrationReading;
import dev.rctp.approval.passkey.RegistrationResponse;
import dev.rctp.approval.passkey.RegistrationVerifier;
import dev.rctp.approval.passkey.TicketRefused;
import dev.rctp.approval.passkey.TicketVerifier;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.LedgerUnavailableException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes sellers' passkeys, by a ticket of the authorization server and, beside others, by one of those (APR-9). */
public final class Enrolment {

    private final TicketVerifier tickets;
    private final CredentialOptions options;
    private final RegistrationVerifier registrations;
    private final AssertionVerifier assertions;
    private final EnrolmentStore store;
    private final SecureRandom random;
    private final InstantSource clock;

    /** Joins the parts, all of one relying party. */
    public Enrolment(
            TicketVerifier tickets,
            CredentialOptions options,
            RegistrationVerifier registrations,
            AssertionVerifier assertions,
            EnrolmentStore store,
            SecureRandom random,
            InstantSource clock) {
        this.tickets = tickets;
        this.options = options;
        this.registrations = registrations;
        this.assertions = assertions;
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    /** What a ticket is good for. */
    public sealed interface Offered {

        /**
         * A passkey can be made.
         *
         * @param options {@code PublicKeyCredentialCreationOptionsJSON}, and in {@code assertion} what one of the seller's passkeys must sign
         *     beside it, where they have any and the ticket does not reset them
         * @param another whether that is so
         */
        record Ready(ObjectNode options, boolean another) implements Offered {}

        /** It is none for this gateway, or its time is over. */
        record Invalid(String cause, String sentence) implements Offered {}

        /** It was used before. */
        record Used() implements Offered {}
    }

    /** What became of a new passkey. */
    public sealed interface Enrolled {

        /** It is the seller's. */
        record Done(Passkey passkey) implements Enrolled {}

        /** It is not: {@code approval_invalid}. */
        record Invalid(String cause, String sentence) implements Enrolled {}
    }

    /**
     * What the ticket is good for, with a fresh challenge; throws {@link IOException} where the ticket can't be judged now.
     *
     * @param sender a mark of whoever looks
     */
    public Offered offer(String compact, String sender)
            throws IOException, LedgerUnavailableException, InterruptedException {
        return switch (tickets.verify(compact)) {
            case TicketRefused refused ->
                new Offered.Invalid(refused.fault().cause(), refused.fault().sentence());
            case EnrolmentTicket ticket -> offer(ticket, sender);
        };
    }

    private Offered offer(EnrolmentTicket ticket, String sender)
            throws LedgerUnavailableException, InterruptedException {
        PasskeyChallenge challenge = PasskeyChallenge.random(random);
        if (!store.show(ticket, challenge, sender)) {
            return new Offered.Used();
        }
        List<Passkey> known = store.passkeys(ticket.seller());
        ObjectNode asked = options.creation(ticket.seller(), ticket.seller(), challenge, known);
        boolean another = !known.isEmpty() && !ticket.reset();
        if (another) {
            asked.set("assertion", options.request(challenge, known));
        }
        return new Offered.Ready(asked, another);
    }

    /**
     * Keeps the passkey that was made, if it may be; throws {@link IOException} where the ticket can't be judged now.
     *
     * @param confirmation the assertion by one that the seller has; null without
     */
    public Enrolled enrol(String compact, JsonNode credential, @Nullable JsonNode confirmation)
            throws IOException, LedgerUnavailableException, InterruptedException {
        return switch (tickets.verify(compact)) {
            case TicketRefused refused ->
                new Enrolled.Invalid(refused.fault().cause(), refused.fault().sentence());
            case EnrolmentTicket ticket -> enrol(ticket, credential, confirmation);
        };
    }

    private Enrolled enrol(EnrolmentTicket ticket, JsonNode credential, @Nullable JsonNode confirmation)
            throws LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        RegistrationReading reading = RegistrationResponse.read(credential);
        if (reading instanceof PasskeyRefused refused) {
            RegistrationResponse.claimed(credential).ifPresent(claimed -> store.takeAway(ticket, claimed, now));
            return invalid(refused);
        }
        RegistrationResponse made = (RegistrationResponse) reading;
        PasskeyChallenge challenge = made.claimedChallenge();
        if (!store.takeAway(ticket, challenge, now)) {
            return sentAgain(made, challenge, ticket.seller());
        }
        EnrolmentVerdict verdict = registrations.verify(made, challenge, ticket.seller());
        if (verdict instanceof PasskeyRefused refused) {
            return invalid(refused);
        }
        Optional<VerifiedAssertion> confirmed = Optional.empty();
        if (confirmation != null) {
            AssertionVerdict by = confirmed(confirmation, challenge, ticket);
            if (by instanceof PasskeyRefused refused) {
                return invalid(refused);
            }
            confirmed = Optional.of((VerifiedAssertion) by);
        }
        Passkey passkey = (Passkey) verdict;
        return store.enrol(passkey, ticket, confirmed.orElse(null), now)
                ? new Enrolled.Done(passkey)
                : new Enrolled.Invalid(
                        "not_confirmed",
                        "The ticket was used, the passkey is known, or one of the seller's passkeys must confirm it.");
    }

    /** A browser that lost the answer sends the same again: where that passkey is the seller's, it has happened, and nothing changes. */
    private Enrolled sentAgain(RegistrationResponse made, PasskeyChallenge challenge, String seller) {
        if (registrations.verify(made, challenge, seller) instanceof Passkey passkey) {
            Optional<Passkey> known = store.passkey(passkey.credentialId())
                    .filter(one -> one.seller().equals(seller) && one.key().equals(passkey.key()));
            if (known.isPresent()) {
                return new Enrolled.Done(known.get());
            }
        }
        return new Enrolled.Invalid("challenge_unknown", "This was answered before, or was never asked.");
    }

    private AssertionVerdict confirmed(JsonNode confirmation, PasskeyChallenge challenge, EnrolmentTicket ticket)
            throws LedgerUnavailableException, InterruptedException {
        AuthenticationReading reading = AuthenticationResponse.read(confirmation);
        if (reading instanceof PasskeyRefused refused) {
            return refused;
        }
        AuthenticationResponse response = (AuthenticationResponse) reading;
        Optional<Passkey> known = store.passkey(response.credentialId())
                .filter(one -> one.seller().equals(ticket.seller()));
        if (known.isEmpty()) {
            return new PasskeyRefused(PasskeyFault.CREDENTIAL);
        }
        AssertionVerdict verdict = assertions.verify(response, challenge, known.get());
        if (verdict instanceof PasskeyRefused(PasskeyFault fault) && fault == PasskeyFault.COUNTER) {
            store.suspect(known.get(), ticket, fault.cause());
        }
        return verdict;
    }

    private static Enrolled.Invalid invalid(PasskeyRefused refused) {
        return new Enrolled.Invalid(refused.fault().cause(), refused.fault().sentence());
    }
}
