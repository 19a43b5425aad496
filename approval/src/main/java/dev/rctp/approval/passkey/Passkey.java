package dev.rctp.approval.passkey;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A seller's passkey (APR-3): one that was registered, imported, or read from where it is kept. */
public final class Passkey implements EnrolmentVerdict, ImportVerdict {

    /** The highest value of a signature counter, which has 32 bits (WebAuthn section 6.1). */
    private static final long MOST_COUNTER = 0xffff_ffffL;

    private static final int MOST_HANDLE = 64;

    private final String credentialId;
    private final String seller;
    private final PublicJwk key;
    private final String userHandle;
    private final @Nullable Boolean backupEligible;
    private final long counter;
    private final Instant registeredAt;

    Passkey(
            String credentialId,
            String seller,
            PublicJwk key,
            String userHandle,
            @Nullable Boolean backupEligible,
            long counter,
            Instant registeredAt) {
        this.credentialId = credentialId;
        this.seller = seller;
        this.key = key;
        this.userHandle = userHandle;
        this.backupEligible = backupEligible;
        this.counter = counter;
        this.registeredAt = registeredAt;
    }

    /**
     * A passkey that the marketplace vouches for (MGT-1).
     *
     * @param credentialId base64url
     * @param jwk the public key, with no private member
     * @param userHandle base64url, what the marketplace gave as {@code user.id}; null where that is {@link #userHandle(String)}
     * @param counter the last signature counter that was seen
     */
    public static ImportVerdict imported(
            String seller,
            JsonNode credentialId,
            JsonNode jwk,
            @Nullable JsonNode userHandle,
            long counter,
            Instant now) {
        if (!Base64Url.isSpelled(credentialId, CredentialJson.MOST_ID)) {
            return spelling("/credential_id", CredentialJson.MOST_ID);
        }
        if (userHandle != null && !Base64Url.isSpelled(userHandle, MOST_HANDLE)) {
            return spelling("/user_handle", MOST_HANDLE);
        }
        if (counter < 0 || counter > MOST_COUNTER) {
            return new ImportRefused("/sign_count", "must be from 0 to " + MOST_COUNTER);
        }
        String handle = userHandle == null ? userHandle(seller) : userHandle.stringValue();
        return switch (PublicJwk.read(jwk)) {
            case PublicJwk key -> new Passkey(credentialId.stringValue(), seller, key, handle, null, counter, now);
            case PasskeyRefused refused -> ImportRefused.key(jwk, refused.fault());
        };
    }

    private static ImportRefused spelling(String member, int most) {
        return new ImportRefused(
                member, "must be base64url of 1 to " + most + " bytes, without padding and with no bits left over");
    }

    /** The {@code user.id} of a seller, base64url: their {@code sub}, which is a pseudonym; its SHA-256 where it has over 64 bytes. */
    public static String userHandle(String seller) {
        byte[] sub = seller.getBytes(StandardCharsets.UTF_8);
        return Base64Url.encode(sub.length <= MOST_HANDLE ? sub : Sha256.bytes(sub));
    }

    /** The credential's identifier, base64url. */
    public String credentialId() {
        return credentialId;
    }

    /** The {@code sub} of the seller whose it is. */
    public String seller() {
        return seller;
    }

    /** What it verifies with. */
    public PublicJwk key() {
        return key;
    }

    /** The {@code user.id} it was made with, base64url. */
    public String userHandle() {
        return userHandle;
    }

    /** Whether it may be backed up, as it said at registration; null when it was imported. */
    public @Nullable Boolean backupEligible() {
        return backupEligible;
    }

    /** The highest signature counter that it showed; 0 from those that have none. */
    public long counter() {
        return counter;
    }

    /** When it was registered or imported. */
    public Instant registeredAt() {
        return registeredAt;
    }

    @Override
    public String toString() {
        return "Passkey[" + credentialId + " of " + seller + "]";
    }
}
