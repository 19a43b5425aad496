package dev.rctp.gateway.sandbox.marketplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.SandboxClock;
import dev.rctp.gateway.sandbox.loopback.LoopbackServer;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Routes;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SigningKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("PRX-6: the marketplace takes what its gateway signed")
class SignedByGatewayTest {

    private static final byte[] BODY = "{\"text\":\"Yes\"}".getBytes(StandardCharsets.UTF_8);

    private final Cryptography cryptography = Cryptography.select();
    private final SigningKey key = cryptography.generate();
    private final SandboxClock clock = new SandboxClock(InstantSource.system());
    private final List<SigningKey> published = new CopyOnWriteArrayList<>(List.of(key));
    private final AtomicInteger fetches = new AtomicInteger();
    private LoopbackServer gateway;
    private SignedByGateway check;

    @BeforeEach
    void start() throws IOException {
        gateway = LoopbackServer.bind("profile of a test", 0);
        gateway.serve(new Routes().on("GET", "/.well-known/ucp", (request, none) -> profile()));
        check = new SignedByGateway(URI.create(gateway.address() + "/.well-known/ucp"), cryptography, clock);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aSignedRequestPassesAndTheProfileIsReadOnce() {
        assertThat(check.cameThroughGateway(signed(key), BODY)).isTrue();
        assertThat(check.cameThroughGateway(signed(key), BODY)).isTrue();
        assertThat(fetches).hasValue(1);
    }

    @Test
    void anotherKeyOrBodyOrHeaderDoesNot() {
        RequestMessage good = signed(key);

        assertThat(check.cameThroughGateway(signed(cryptography.generate()), BODY))
                .isFalse();
        assertThat(check.cameThroughGateway(good, "{}".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(check.cameThroughGateway(
                        with(
                                good,
                                good.fields().toBuilder()
                                        .set("rctp-seller", "slr_2")
                                        .build()),
                        BODY))
                .isFalse();
        assertThat(check.cameThroughGateway(
                        with(
                                good,
                                good.fields().toBuilder()
                                        .add("rctp-deal", "dea_1")
                                        .build()),
                        BODY))
                .isFalse();
    }

    @Test
    void anOldSignatureDoesNot() {
        RequestMessage request = signed(key);
        clock.advance(Duration.ofMinutes(6));

        assertThat(check.cameThroughGateway(request, BODY)).isFalse();
    }

    @Test
    @DisplayName("A key taken out of the profile is good for a minute at most; a new one is found at once")
    void rotation() {
        SigningKey next = cryptography.generate();
        assertThat(check.cameThroughGateway(signed(key), BODY)).isTrue();
        published.set(0, next);

        assertThat(check.cameThroughGateway(signed(next), BODY)).isTrue();
        clock.advance(Duration.ofMinutes(1));
        assertThat(check.cameThroughGateway(signed(key), BODY)).isFalse();
    }

    private Outgoing profile() {
        fetches.incrementAndGet();
        ObjectNode profile = JsonNodeFactory.instance.objectNode();
        published.forEach(each -> profile.withArrayProperty("keys").add(each.publicJwk()));
        return Outgoing.json(200, profile);
    }

    private RequestMessage signed(SigningKey by) {
        RequestMessage request = new RequestMessage(
                "POST",
                "http",
                "localhost:4003",
                "/listings/lst_1/answers",
                null,
                HttpFields.of(
                        "content-type",
                        "application/json",
                        "content-digest",
                        ContentDigest.of(BODY),
                        "rctp-seller",
                        "slr_1",
                        "idempotency-key",
                        "0123456789012345678901"));
        return with(
                request,
                new MessageSigner(by, clock)
                        .signRequest(request, CoveredComponents.ofRequest(request, true))
                        .addTo(request.fields()));
    }

    private static RequestMessage with(RequestMessage request, HttpFields fields) {
        return new RequestMessage(
                request.method(), request.scheme(), request.authority(), request.path(), request.query(), fields);
    }
}
