package dev.rctp.conformance.hosts;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a passkey and its browser say in one ceremony (WebAuthn Level 3 sections 5.8.1 and 6.1); the withers make the bad ones (APR-3).
 *
 * @param type {@code webauthn.get} or {@code webauthn.create}
 * @param challenge base64url
 * @param origin the page's origin
 * @param crossOrigin whether the page is in a frame of another origin
 * @param topOrigin the origin of the topmost page, or null to leave it out
 * @param rpId the relying party whose hash is signed
 * @param flags the authenticator data's flags
 * @param counter the signature counter
 * @param credentialId base64url
 * @param signature changes the octets of the signature
 * @param response changes the whole credential at its end
 */
public record Ceremony(
        String type,
        String challenge,
        String origin,
        boolean crossOrigin,
        @Nullable String topOrigin,
        String rpId,
        int flags,
        long counter,
        String credentialId,
        UnaryOperator<byte[]> signature,
        UnaryOperator<ObjectNode> response) {

    /** The flag UP, a person is there. */
    public static final int USER_PRESENT = 0x01;

    /** The flag UV, the person is verified. */
    public static final int USER_VERIFIED = 0x04;

    /** The flag BE, the credential can be backed up. */
    public static final int BACKUP_ELIGIBLE = 0x08;

    /** The flag BS, the credential is backed up. */
    public static final int BACKED_UP = 0x10;

    /** The flag AT, a new credential follows. */
    public static final int ATTESTED = 0x40;

    /** With another type. */
    public Ceremony type(String other) {
        return new Ceremony(
                other,
                challenge,
                origin,
                crossOrigin,
                topOrigin,
                rpId,
                flags,
                counter,
                credentialId,
                signature,
                response);
    }

    /** With another challenge, base64url. */
    public Ceremony challenge(String other) {
        return new Ceremony(
                type, other, origin, crossOrigin, topOrigin, rpId, flags, counter, credentialId, signature, response);
    }

    /** With another origin. */
    public Ceremony origin(String other) {
        return new Ceremony(
                type,
                challenge,
                other,
                crossOrigin,
                topOrigin,
                rpId,
                flags,
                counter,
                credentialId,
                signature,
                response);
    }

    /** In a frame of another origin, or not. */
    public Ceremony crossOrigin(boolean other) {
        return new Ceremony(
                type, challenge, origin, other, topOrigin, rpId, flags, counter, credentialId, signature, response);
    }

    /** With this topmost origin. */
    public Ceremony topOrigin(@Nullable String other) {
        return new Ceremony(
                type, challenge, origin, crossOrigin, other, rpId, flags, counter, credentialId, signature, response);
    }

    /** For another relying party. */
    public Ceremony rpId(String other) {
        return new Ceremony(
                type,
                challenge,
                origin,
                crossOrigin,
                topOrigin,
                other,
                flags,
                counter,
                credentialId,
                signature,
                response);
    }

    /** With these flags. */
    public Ceremony flags(int other) {
        return new Ceremony(
                type,
                challenge,
                origin,
                crossOrigin,
                topOrigin,
                rpId,
                other,
                counter,
                credentialId,
                signature,
                response);
    }

    /** With this counter. */
    public Ceremony counter(long other) {
        return new Ceremony(
                type, challenge, origin, crossOrigin, topOrigin, rpId, flags, other, credentialId, signature, response);
    }

    /** Under another credential's id, base64url. */
    public Ceremony credentialId(String other) {
        return new Ceremony(
                type, challenge, origin, crossOrigin, topOrigin, rpId, flags, counter, other, signature, response);
    }

    /** With the signature changed. */
    public Ceremony signature(UnaryOperator<byte[]> change) {
        return new Ceremony(
                type, challenge, origin, crossOrigin, topOrigin, rpId, flags, counter, credentialId, change, response);
    }

    /** With the credential changed at its end. */
    public Ceremony response(UnaryOperator<ObjectNode> change) {
        return new Ceremony(
                type, challenge, origin, crossOrigin, topOrigin, rpId, flags, counter, credentialId, signature, change);
    }
}
