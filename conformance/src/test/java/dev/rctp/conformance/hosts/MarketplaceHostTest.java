package dev.rctp.conformance.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** What the gateway hears from the marketplace (PRX-1, PRX-2). */
final class MarketplaceHostTest {

    private final MarketplaceHost marketplace = new MarketplaceHost(
            Place.loopback(),
            request -> request.method().equals("POST") && request.path().equals("/listings"),
            InstantSource.system(),
            new Random(1));
    private final Web web = new Web();

    @AfterEach
    void close() {
        web.close();
        marketplace.close();
    }

    @Test
    void makesListingsAndKeepsWhatCame() {
        String one = created();
        assertThat(created()).isNotEqualTo(one);
        web.post(url("/listings/" + one + "/offers"), "{\"a\":1}", "RCTP-Action", "offer.create");
        Received offer = marketplace.requests(one).getFirst();
        assertThat(offer.header("rctp-action")).isEqualTo("offer.create");
        assertThat(offer.json().path("a").intValue()).isEqualTo(1);
    }

    @Test
    void answersByTheLongestPlanAsOftenAsPlanned() {
        marketplace.behave("/offers/o1", Behaviour.status(500));
        marketplace.behave(
                "/offers/o1/accept",
                Behaviour.status(409, JsonNodeFactory.instance.objectNode()).times(1));
        assertThat(status("/offers/o1/accept")).isEqualTo(409);
        assertThat(status("/offers/o1/accept")).isEqualTo(500);
        assertThat(status("/offers/o2/accept")).isEqualTo(201);
        marketplace.behave("/offers/o1", Behaviour.hangUp().times(1));
        assertThatThrownBy(() -> status("/offers/o1")).isInstanceOf(UncheckedIOException.class);
        marketplace.forget("/offers/o1");
        assertThat(status("/offers/o1")).isEqualTo(201);
        marketplace.behave("all", request -> request.header("x-test") != null, Behaviour.status(418));
        assertThat(web.get(url("/offers/o1/accept"), "x-test", "1").statusCode())
                .isEqualTo(418);
    }

    @Test
    void streamsAndEchoes() {
        assertThat(web.get(url("/large?bytes=200000")).body()).hasSize(200_000);
        assertThat(web.get(url("/events?count=2&interval_ms=1")).body()).contains("data: {\"n\":2}");
        assertThat(web.get(url("/echo?x=1"), "x-y", "z").body()).contains("/echo?x=1", "[\"x-y\",\"z\"]");
        assertThat(web.get(url("/upgrade")).statusCode()).isEqualTo(426);
    }

    @Test
    void seesAHeadBeforeItsBodyEnds() throws IOException {
        URI base = URI.create(marketplace.base());
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("POST /slow HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            assertThat(marketplace.heads("/slow")).hasSize(1);
            assertThat(marketplace.requests("/slow")).isEmpty();
        }
    }

    private String created() {
        return JsonMapper.shared()
                .readTree(web.post(url("/listings"), "{}").body())
                .path("listing_id")
                .stringValue();
    }

    private int status(String path) {
        return web.post(url(path), "{}").statusCode();
    }

    private String url(String path) {
        return marketplace.base() + path;
    }
}
