package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Others who know an approval's address, among them its agent and pages of other sites, don't keep its seller from answering (APR-8). */
@ExtendWith(Sandboxed.class)
class CrowdedPageTest {

    private static final int LOOKS = 30;
    private static final int POSTS = 10;

    private static HttpResponse<String> send(HttpClient http, HttpRequest.Builder request) throws Exception {
        return http.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpClient from(String address) {
        return HttpClient.newBuilder()
                .localAddress(InetAddress.ofLiteral(address))
                .build();
    }

    private static String terms(Asking asking, long floor) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("terms", asking.terms(floor));
        return body.toString();
    }

    private static HttpRequest.Builder post(String place, String body) {
        return HttpRequest.newBuilder(URI.create(place)).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static String cause(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body()).at("/detail/cause").stringValue("");
    }

    @Test
    @DisplayName(
            "APR-8: a seller's submission can be signed after as many of two other addresses as would fill its place")
    void submissions(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        JsonNode filled = asking.phone.fill(url(asked), asking.terms()).json();
        for (String address : new String[] {"127.0.0.21", "127.0.0.22"}) {
            try (HttpClient http = from(address)) {
                for (int i = 0; i < POSTS; i++) {
                    HttpResponse<String> taken = send(
                            http,
                            post(url(asked) + "/terms", terms(asking, 100 + i))
                                    .header("content-type", "application/json; charset=UTF-8"));
                    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
                }
            }
        }
        SellersPhone.Said said = asking.phone.answer(
                url(asked), "approve", filled.at("/challenges/approve").stringValue());
        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
    }

    @Test
    @DisplayName("APR-3: a seller's look can be answered after more looks of other addresses than challenges are kept")
    void looks(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), Asking.PRICE - 1);
        Answer asked = asked(asking.accept(offer));
        String yes =
                asking.phone.open(url(asked)).json().at("/challenges/approve").stringValue();
        for (int address = 31; address < 41; address++) {
            try (HttpClient http = from("127.0.0." + address)) {
                for (int i = 0; i < LOOKS; i++) {
                    HttpRequest.Builder look =
                            HttpRequest.newBuilder(URI.create(url(asked))).header("accept", "application/json");
                    assertThat(send(http, look).statusCode()).isEqualTo(200);
                }
            }
        }
        SellersPhone.Said said = asking.phone.answer(url(asked), "approve", yes);
        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}, origin {1}, {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "text/plain | https://evil.example | cross-site | 403",
                "application/json | https://evil.example | cross-site | 403",
                "application/json | null | cross-site | 403",
                "application/json | - | cross-site | 403",
                "application/json | HERE | same-origin | 200",
                "application/json | - | - | 200",
                "text/plain | HERE | same-origin | 415",
                "application/json-seq | - | - | 415",
                "- | - | - | 415"
            })
    @DisplayName("APR-8: pages of other sites can't post in their visitors' name, and JSON must be said to be it")
    void posts(String type, String origin, String site, int status, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        HttpRequest.Builder request = post(url(asked) + "/terms", terms(asking, 200));
        if (type != null) {
            request.header("content-type", type);
        }
        if (origin != null) {
            request.header("origin", origin.equals("HERE") ? world.gateway().toString() : origin);
        }
        if (site != null) {
            request.header("sec-fetch-site", site);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = send(http, request);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(cause(answer)).isEqualTo(status == 403 ? "origin" : status == 415 ? "content_type" : "");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"navigate, 200", "no-cors, 403", "cors, 403"})
    @DisplayName("APR-5: another site may send its visitor to the page, and look at nothing itself")
    void looksFromElsewhere(String mode, int status, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder look = HttpRequest.newBuilder(URI.create(url(asked)))
                    .header("sec-fetch-site", "cross-site")
                    .header("sec-fetch-mode", mode);
            assertThat(send(http, look).statusCode()).isEqualTo(status);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"GET, ''", "POST, /terms", "POST, /response"})
    @DisplayName("APR-8: what can't be an approval's id is unknown, however long and often, and no limit keeps it")
    void noIds(String method, String below, World world) throws Exception {
        String place = world.gateway().resolve("/approve/" + "a".repeat(4_000)) + below;
        try (HttpClient http = from("127.0.0.41")) {
            for (int i = 0; i < 2 * LOOKS; i++) {
                HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place))
                        .header("accept", "application/json")
                        .header("content-type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
                HttpResponse<String> answer = send(http, request);
                assertThat(answer.statusCode()).isEqualTo(422);
                assertThat(cause(answer)).isEqualTo("approval_unknown");
            }
        }
    }
}
