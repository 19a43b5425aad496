package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of {@code java.net.http}, signed. */
class RequestSignerTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-09-01T12:00:00Z"));
    private static final String TEXT = "{\"text\":\"Ja, größer.\"}";

    @TempDir
    private Path folder;

    private final SigningKey key = Cryptography.select().generate();
    private final RequestSigner signer = new RequestSigner(
            new MessageSigner(key, CLOCK),
            "https://agent.example/ucp",
            prefix -> prefix + "abcdefghijklmnopqrstuvwxyz");

    private static HttpRequest.Builder to(String url) {
        return HttpRequest.newBuilder(URI.create(url));
    }

    private static HttpFields fields(HttpRequest request) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        request.headers().map().forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        return fields.build();
    }

    private SignatureVerdict judge(HttpRequest signed) throws Exception {
        var verifier = new RequestVerifier(
                KeyLookup.of(Cryptography.select().verificationKey(key.publicJwk())), Freshness.STRICT, CLOCK);
        RequestMessage message = RequestSigner.message(signed.method(), signed.uri(), fields(signed));
        return verifier.verify(message, PublishedBody.of(signed));
    }

    @Test
    @DisplayName("SIG-4: each signature of one signer says when it is made, and covers what that call lists")
    void eachAnew() throws Exception {
        Instant[] now = {CLOCK.instant()};
        MessageSigner signer = new MessageSigner(key, () -> now[0]);
        RequestMessage request =
                new RequestMessage("GET", "https", "shop.example", "/a", null, HttpFields.of("f-1", "1", "f-2", "2"));
        for (int call = 0; call < 600; call++) {
            now[0] = now[0].plusSeconds(1);
            HttpFields.Builder fields = request.fields().toBuilder().add("x-" + call / 2, "1");
            List<String> covered = List.of("\"@method\"", "\"x-" + call / 2 + "\"");
            String input = signer.signRequest(request.withFields(fields.build()), covered)
                    .signatureInput();

            assertThat(input)
                    .isEqualTo("sig1=(" + String.join(" ", covered) + ");created=" + now[0].getEpochSecond()
                            + ";keyid=\"" + key.thumbprint() + "\"");
        }
    }

    @Test
    @DisplayName("SIG-2: all that has to be covered is, whichever way the body is published")
    void bodies() throws Exception {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("body"), bytes);
        for (HttpRequest.BodyPublisher body : List.of(
                BodyPublishers.ofString(TEXT),
                BodyPublishers.ofFile(file),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)),
                BodyPublishers.ofByteArrays(
                        List.of(new byte[] {'{'}, TEXT.substring(1).getBytes(StandardCharsets.UTF_8))))) {
            HttpRequest signed = signer.sign(to("https://gateway.example:443/listings/l_1/answers?a=%20")
                    .header("Content-Type", "application/json")
                    .header("Authorization", "Bearer t")
                    .header("X-Own", "1")
                    .header("X-Own", "2")
                    .POST(body)
                    .build());

            assertThat(judge(signed)).isInstanceOf(ValidSignature.class);
            assertThat(PublishedBody.of(signed)).isEqualTo(bytes);
            assertThat(signed.headers().allValues("x-own")).containsExactly("1", "2");
            assertThat(signed.headers().allValues("content-digest")).containsExactly(ContentDigest.of(bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    @DisplayName("IDM-1: an Idempotency-Key is made where one is needed, and the caller's own is kept")
    void idempotencyKey(String method) throws Exception {
        HttpRequest.Builder request =
                to("https://gateway.example/offers/off_1/accept").method(method, BodyPublishers.noBody());
        HttpRequest made = signer.sign(request.build());
        assertThat(made.headers().firstValue("idempotency-key").orElseThrow()).hasSizeBetween(22, 255);
        assertThat(judge(made)).isInstanceOf(ValidSignature.class);

        HttpRequest kept = signer.sign(
                request.header("Idempotency-Key", "0123456789012345678901").build());
        assertThat(kept.headers().allValues("idempotency-key")).containsExactly("0123456789012345678901");
    }

    @Test
    @DisplayName("IDM-1: a read has no Idempotency-Key, no digest, and is signed")
    void reads() throws Exception {
        HttpRequest signed = signer.sign(to("https://gateway.example").build());
        assertThat(signed.headers().map()).doesNotContainKeys("idempotency-key", "content-digest");
        assertThat(judge(signed)).isInstanceOf(ValidSignature.class);
    }

    @Test
    @DisplayName("SIG-1: signed again it has one sig1, the new one, beside the signatures of other labels as they were")
    void again() throws Exception {
        HttpRequest.Builder request = to("https://gateway.example/listings/l_1/answers")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(TEXT));
        HttpRequest twice = signer.sign(signer.sign(request.build()));
        assertThat(judge(twice)).isInstanceOf(ValidSignature.class);
        assertThat(ReceivedSignature.labels(fields(twice))).containsExactly("sig1");

        String bot = "bot=(\"@authority\");created=1;keyid=\"k\"";
        HttpRequest others = signer.sign(signer.sign(request.header("Signature-Input", bot)
                .header("Signature", "bot=:AQID:")
                .build()));
        assertThat(judge(others)).isInstanceOf(ValidSignature.class);
        assertThat(ReceivedSignature.labels(fields(others))).containsExactly("bot", "sig1");
        assertThat(others.headers().allValues("signature-input")).contains(bot);
        assertThat(others.headers().allValues("signature")).contains("bot=:AQID:");

        HttpRequest torn = request.header("Signature", "bot=:AQID:").build();
        assertThatThrownBy(() -> signer.sign(torn)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("OPR-1: what is no profile's URL makes no UCP-Agent, least of all one with members of its own")
    void profile() {
        HttpRequest signed = signer.sign(to("https://gateway.example/a").build());
        assertThat(UcpAgentField.profile(fields(signed))).contains("https://agent.example/ucp");
        for (String profile : List.of(
                "https://a.example/\", profile=\"https://b.example", "http://a.example/ucp", "", "/ucp", "https://é")) {
            MessageSigner messages = new MessageSigner(key, CLOCK);
            assertThatThrownBy(() -> new RequestSigner(messages, profile))
                    .as(profile)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("SIG-2: a body without Content-Type can't be signed, and the sentence says so")
    void contentType() {
        HttpRequest untyped = to("https://gateway.example/a")
                .POST(BodyPublishers.ofString("x"))
                .build();
        assertThatThrownBy(() -> signer.sign(untyped))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Content-Type");
    }

    @Test
    @DisplayName("a body that can't be read is told, not sent as an empty one")
    void unreadable() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        HttpRequest request = to("https://gateway.example/a")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofInputStream(() -> closed))
                .build();
        assertThatThrownBy(() -> signer.sign(request)).isInstanceOf(IllegalArgumentException.class);
    }
}
