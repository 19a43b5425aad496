package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An agent's request, signed with any parameters and components a test wants, good or bad. */
record SignedCall(RequestMessage request, byte[] body) {

    static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    static final String ALL =
            "\"@method\" \"@authority\" \"@path\" \"ucp-agent\" \"idempotency-key\" \"content-digest\""
                    + " \"content-type\"";

    private static final byte[] BODY = "{\"quantity\":1}".getBytes(StandardCharsets.UTF_8);

    /** A POST with a body and everything that SIG-2 knows, unsigned. */
    static SignedCall post(String profile) {
        HttpFields fields = HttpFields.of(
                "Content-Type",
                "application/json",
                "UCP-Agent",
                "profile=\"" + profile + "\"",
                "Idempotency-Key",
                "550e8400-e29b-41d4-a716-446655440000",
                "Content-Digest",
                ContentDigest.of(BODY));
        return new SignedCall(
                new RequestMessage("POST", "https", "gw.example", "/listings/l_1/answers", null, fields), BODY);
    }

    /** A GET with nothing but its UCP-Agent, unsigned. */
    static SignedCall get(String profile, @Nullable String query) {
        HttpFields fields = HttpFields.of("UCP-Agent", "profile=\"" + profile + "\"");
        return new SignedCall(
                new RequestMessage("GET", "https", "gw.example", "/offers/off_1", query, fields), new byte[0]);
    }

    SignedCall with(String name, String value) {
        return fields(fields -> fields.set(name, value));
    }

    SignedCall fields(UnaryOperator<HttpFields.Builder> change) {
        return new SignedCall(
                request.withFields(change.apply(request.fields().toBuilder()).build()), body);
    }

    SignedCall withBody(String text) {
        return new SignedCall(request, text.getBytes(StandardCharsets.UTF_8));
    }

    SignedCall sentTo(String authority, String path) {
        RequestMessage r = request;
        return new SignedCall(new RequestMessage(r.method(), r.scheme(), authority, path, r.query(), r.fields()), body);
    }

    /** Signed now by the key over these components. */
    SignedCall signed(SigningKey key, String components) {
        return signed(key, components, ";created=" + NOW.getEpochSecond() + ";keyid=\"" + key.thumbprint() + "\"");
    }

    /** Signed by the key with exactly these parameters. */
    SignedCall signed(MessageSigningKey key, String components, String parameters) {
        String input = "(" + components + ")" + parameters;
        return with("Signature-Input", "sig1=" + input)
                .with("Signature", "sig1=" + new ByteSequenceItem(key.sign(base(input))).serialize());
    }

    private byte[] base(String input) {
        try {
            Member member = Dictionary.parse("sig1=" + input).get("sig1");
            return SignatureBase.ofRequest(request, SignatureInput.of(Objects.requireNonNull(member)))
                    .bytes();
        } catch (MalformedFieldException | MalformedSignatureException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
