package dev.rctp.approval.passkey;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the browser says of the ceremony (WebAuthn section 5.8.1), read strictly: the same bytes can't say two things.
 *
 * @param topOrigin null when the page was not embedded, or the browser does not tell
 */
record ClientData(
        String type,
        PasskeyChallenge challenge,
        String origin,
        boolean crossOrigin,
        @Nullable String topOrigin) {

    static final String CREATE = "webauthn.create";
    static final String GET = "webauthn.get";

    /** The most that a {@code clientDataJSON} has, in bytes. */
    static final int MOST = 8192;

    static ClientData read(byte[] json) throws Unfit {
        try {
            ObjectNode parsed = StrictJson.parseObject(json);
            byte[] challenge = Base64Url.decode(parsed.path("challenge"), PasskeyChallenge.MOST);
            JsonNode crossOrigin = parsed.path("crossOrigin");
            Unfit.unless(crossOrigin.isMissingNode() || crossOrigin.isBoolean(), PasskeyFault.MALFORMED);
            return new ClientData(
                    text(parsed.path("type")),
                    new PasskeyChallenge(Base64Url.encode(challenge)),
                    text(parsed.path("origin")),
                    crossOrigin.asBoolean(false),
                    parsed.has("topOrigin") ? text(parsed.path("topOrigin")) : null);
        } catch (InvalidJsonException e) {
            throw new Unfit(PasskeyFault.MALFORMED);
        }
    }

    /** The challenge alone, of a credential of which nothing else needs to be in order. */
    static Optional<PasskeyChallenge> claimed(JsonNode credential) {
        try {
            byte[] json = Base64Url.decode(credential.path("response").path("clientDataJSON"), MOST);
            byte[] challenge = Base64Url.decode(StrictJson.parseObject(json).path("challenge"), PasskeyChallenge.MOST);
            return Optional.of(new PasskeyChallenge(Base64Url.encode(challenge)));
        } catch (InvalidJsonException | Unfit e) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode value) throws Unfit {
        Unfit.unless(value.isString(), PasskeyFault.MALFORMED);
        return value.stringValue();
    }

    /** Holds it to what was asked for, and where. */
    void check(String expectedType, PasskeyChallenge expected, RelyingParty relyingParty) throws Unfit {
        Unfit.unless(type.equals(expectedType), PasskeyFault.TYPE);
        Unfit.unless(challenge.equals(expected), PasskeyFault.CHALLENGE);
        Unfit.unless(relyingParty.origins().contains(origin), PasskeyFault.ORIGIN);
        boolean alone = !crossOrigin && topOrigin == null;
        boolean embedded =
                crossOrigin && topOrigin != null && relyingParty.topOrigins().contains(topOrigin);
        Unfit.unless(alone || embedded, PasskeyFault.EMBEDDING);
    }
}
