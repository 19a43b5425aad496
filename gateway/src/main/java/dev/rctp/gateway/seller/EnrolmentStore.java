package dev.rctp.gateway.seller;

import dev.rctp.approval.passkey.EnrolmentTicket;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyChallenge;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.LedgerUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tickets, their challenges and the passkeys that they enrol; what a method returned is durable, and the database decides races (APR-9). */
public interface EnrolmentStore {

    /** The passkeys of a seller, the oldest first. */
    List<Passkey> passkeys(String seller);

    /** The passkey of that credential id; empty where none is known. */
    Optional<Passkey> passkey(String credentialId);

    /**
     * Keeps a challenge that goes out with the ticket, in the place of an old one where there are many; false where the ticket was used.
     *
     * @param sender a mark of whoever looks
     */
    boolean show(EnrolmentTicket ticket, PasskeyChallenge challenge, String sender)
            throws LedgerUnavailableException, InterruptedException;

    /** Takes the challenge away, whatever the response to it is worth; false where it is not there (B52). */
    boolean takeAway(EnrolmentTicket ticket, PasskeyChallenge challenge, Instant now);

    /** Records that a seller's passkey was to confirm another one and is perhaps a copy, by the cause (B56). */
    void suspect(Passkey passkey, EnrolmentTicket ticket, String cause)
            throws LedgerUnavailableException, InterruptedException;

    /**
     * Keeps a new passkey, uses the ticket up and records it; false where the ticket was used, the credential is known, or the seller has
     * passkeys and none of them confirmed this one.
     */
    boolean enrol(Passkey passkey, EnrolmentTicket ticket, @Nullable VerifiedAssertion confirmed, Instant now)
            throws LedgerUnavailableException, InterruptedException;
}
