package dev.rctp.conformance.vectors;

import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's passkey's answers (APR-3, WebAuthn Level 3 section 7.2). */
final class AssertionVectors {

    private static final String RP_ID = "shop.example";
    private static final String ORIGIN = "https://gateway.shop.example";
    private static final String EMBEDDER = "https://www.shop.example";
    private static final String CREDENTIAL = Texts.base64Url(Texts.utf8("RCTP-test-vectors"));
    private static final String CHALLENGE = Texts.base64Url(Sha256.bytes(Texts.utf8("RCTP test vectors, challenge")));
    private static final int PRESENT = 0x01;
    private static final int VERIFIED = 0x04;

    private final VectorFile file = new VectorFile(
            "approval-assertions", "Answers of a seller's passkey to a challenge; its signatures are ASN.1 DER.");
    private final Cast cast;

    /** An answer to be changed before it is made. */
    private static final class Draft {

        private final ObjectNode client = JsonNodeFactory.instance
                .objectNode()
                .put("type", "webauthn.get")
                .put("challenge", CHALLENGE)
                .put("origin", ORIGIN)
                .put("crossOrigin", false);
        private String rpId = RP_ID;
        private int flags = PRESENT | VERIFIED;
        private int stored;
        private int counter;
        private UnaryOperator<byte[]> octets = Octets::der;
        private UnaryOperator<String> clientText = text -> text;
        private String credential = CREDENTIAL;
    }

    AssertionVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        file.shared("rp_id", JsonNodeFactory.instance.stringNode(RP_ID));
        file.shared("origins", JsonNodeFactory.instance.arrayNode().add(ORIGIN));
        file.shared("top_origins", JsonNodeFactory.instance.arrayNode().add(EMBEDDER));
        file.shared("credential_id", JsonNodeFactory.instance.stringNode(CREDENTIAL));
        file.shared("challenge", JsonNodeFactory.instance.stringNode(CHALLENGE));
        file.keys(cast.passkey());
        good("assertion", "Present, verified, here.", _ -> {});
        good("counter-rises", "B56: 7, then 8.", d -> counter(d, 7, 8));
        good("counter-begins", "B56: 0, then 5.", d -> counter(d, 0, 5));
        good("embedded", "B55: framed by an origin that is configured.", d -> frame(d, EMBEDDER));
        good("cross-origin-absent", "An older browser, which doesn't tell.", d -> d.client.remove("crossOrigin"));
        good("client-data-more", "Members that browsers add.", d -> d.client.put("other_keys_can_be_added_here", "x"));
        good("backed-up", "Backup flags that agree.", d -> d.flags |= 0x18);
        bad("other-type", "An enrolment.", "type_mismatch", d -> d.client.put("type", "webauthn.create"));
        bad(
                "other-challenge",
                "B52: another challenge.",
                "challenge_mismatch",
                d -> d.client.put("challenge", Texts.base64Url(new byte[32])));
        bad(
                "other-origin",
                "Another origin.",
                "origin_mismatch",
                d -> d.client.put("origin", "https://shop.example.net"));
        bad("origin-port", "Another port.", "origin_mismatch", d -> d.client.put("origin", ORIGIN + ":8443"));
        bad("origin-slash", "Origins are exact.", "origin_mismatch", d -> d.client.put("origin", ORIGIN + "/"));
        bad(
                "origin-http",
                "Not https.",
                "origin_mismatch",
                d -> d.client.put("origin", ORIGIN.replace("https", "http")));
        bad("framed", "B55: framed by another.", "top_origin_mismatch", d -> frame(d, "https://evil.example"));
        bad(
                "framed-unnamed",
                "B55: framed by nobody knows whom.",
                "top_origin_mismatch",
                d -> d.client.put("crossOrigin", true));
        bad("other-rp", "Another relying party.", "rp_id_mismatch", d -> d.rpId = "evil.example");
        bad("not-present", "Nobody was there.", "user_not_present", d -> d.flags = VERIFIED);
        bad("not-verified", "B53: nobody was recognized.", "user_not_verified", d -> d.flags = PRESENT);
        bad("counter-falls", "B56: 7, then 6.", "counter_fell", d -> counter(d, 7, 6));
        bad("counter-stays", "B56: 7 again.", "counter_fell", d -> counter(d, 7, 7));
        bad("counter-zero", "B56: 7, then 0.", "counter_fell", d -> counter(d, 7, 0));
        bad("signature-raw", "r and s alone; WebAuthn has DER.", "signature_mismatch", d -> d.octets = s -> s);
        bad(
                "signature-zero",
                "B67: r = s = 0.",
                "signature_mismatch",
                d -> d.octets = s -> Octets.der(Octets.zeros(s)));
        bad(
                "signature-order",
                "B67: r = s = n.",
                "signature_mismatch",
                d -> d.octets = s -> Octets.der(Octets.orders(s)));
        bad(
                "signature-flipped",
                "One bit differs.",
                "signature_mismatch",
                d -> d.octets = s -> Octets.der(Octets.flipped(s)));
        bad(
                "credential-other",
                "Another passkey.",
                "credential_mismatch",
                d -> d.credential = Texts.base64Url(Texts.utf8("another")));
        bad(
                "client-data-twice",
                "A member twice.",
                "credential_malformed",
                d -> d.clientText = text -> text.replaceFirst("\\{", "{\"type\":\"webauthn.get\","));
        bad("client-data-array", "No object.", "credential_malformed", d -> d.clientText = _ -> "[]");
        return file;
    }

    private static void frame(Draft draft, String by) {
        draft.client.put("crossOrigin", true).put("topOrigin", by);
    }

    private static void counter(Draft draft, int stored, int shown) {
        draft.stored = stored;
        draft.counter = shown;
    }

    private void good(String name, String comment, Consumer<Draft> change) {
        write(name, comment, null, change);
    }

    private void bad(String name, String comment, String cause, Consumer<Draft> change) {
        write(name, comment, cause, change);
    }

    private void write(String name, String comment, @Nullable String cause, Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        byte[] client = Texts.utf8(draft.clientText.apply(draft.client.toString()));
        byte[] data = ByteBuffer.allocate(37)
                .put(Sha256.bytes(Texts.utf8(draft.rpId)))
                .put((byte) draft.flags)
                .putInt(draft.counter)
                .array();
        byte[] signature = cast.passkey().sign(Octets.join(data, Sha256.bytes(client)));
        ObjectNode made = cause == null ? file.valid(name, "APR-3", comment) : file.invalid(name, "APR-3", comment);
        made.put("stored_counter", draft.stored);
        made.putObject("credential")
                .put("id", draft.credential)
                .put("rawId", draft.credential)
                .put("type", "public-key")
                .putObject("response")
                .put("clientDataJSON", Texts.base64Url(client))
                .put("authenticatorData", Texts.base64Url(data))
                .put("signature", Texts.base64Url(draft.octets.apply(signature)));
        ((ObjectNode) made.path("credential")).putObject("clientExtensionResults");
        ObjectNode expected = made.putObject("expected");
        if (cause == null) {
            expected.put("counter", draft.counter);
        } else {
            expected.put("reason", "approval_invalid").put("cause", cause);
        }
    }
}
