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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The pages for sellers and what they call, as any client of HTTP meets them (APR-5, APR-8, APR-9). */
@ExtendWith(Sandboxed.class)
class HostedDoorTest {

    private static final String HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

    private static final String[] JSON = {"content-type", "application/json"};

    private static HttpResponse<String> send(HttpClient http, String method, String url, String body, String... fields)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> send(String method, String url, String body, String... fields)
            throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return send(http, method, url, body, fields);
        }
    }

    private static String field(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static void assertKeptByNobody(HttpResponse<?> answer) {
        assertThat(field(answer, "cache-control")).isEqualTo("no-store");
        assertThat(field(answer, "referrer-policy")).isEqualTo("no-referrer");
        assertThat(field(answer, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.headers().map())
                .doesNotContainKeys("set-cookie", "access-control-allow-origin", "rctp-decision", "server");
    }

    private static void assertGuarded(HttpResponse<?> page) {
        assertKeptByNobody(page);
        assertThat(field(page, "content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(field(page, "content-security-policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'")
                .contains("require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "data:", "*");
        assertThat(field(page, "x-frame-options")).isEqualTo("DENY");
        assertThat(field(page, "vary")).contains("accept");
    }

    @Test
    @DisplayName("APR-5: every page keeps out frames, scripts and caches, also where there is nothing to approve")
    void pages(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String pending = url(asked(asking.call("/listings", asking.listing())));
        Answer ended = asked(asking.call("/listings", asking.listing()));
        asking.phone.answer(url(ended), "decline", null);
        String enroll = world.gateway().resolve("/enroll").toString();
        List<Integer> statuses = new ArrayList<>();
        for (String place : List.of(
                pending, url(ended), pending + "x", pending + "/x", enroll, enroll + "?ticket=x", enroll + "?x=%ff")) {
            HttpResponse<String> page = send("GET", place, "", "accept", HTML);
            assertGuarded(page);
            statuses.add(page.statusCode());
        }
        assertThat(statuses).containsExactly(200, 200, 404, 404, 403, 403, 403);
        for (String asset : List.of("/approve/assets/page.js", "/approve/assets/page.css")) {
            HttpResponse<String> file =
                    send("GET", world.gateway().resolve(asset).toString(), "");
            assertThat(file.statusCode()).isEqualTo(200);
            assertThat(field(file, "x-content-type-options")).isEqualTo("nosniff");
            assertThat(send("GET", world.gateway().resolve(asset).toString(), "", "if-none-match", field(file, "etag"))
                            .statusCode())
                    .isEqualTo(304);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | application/json",
                "application/json, */*;q=0.1 | application/json",
                "text/html | text/html; charset=utf-8",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | text/html; charset=utf-8",
                "text/html, application/json;q=0.9 | text/html; charset=utf-8",
                "*/* | text/html; charset=utf-8"
            })
    @DisplayName("APR-8: who names JSON gets JSON, a browser the page")
    void negotiated(String accept, String type, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        HttpResponse<String> answer =
                send("GET", url(asked(asking.call("/listings", asking.listing()))), "", "accept", accept);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(field(answer, "content-type")).isEqualTo(type);
        assertKeptByNobody(answer);
    }

    @ParameterizedTest(name = "{0} {1}: {2}, {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAD | | 200 | ",
                "POST | | 405 | GET, HEAD",
                "PUT | | 405 | GET, HEAD",
                "DELETE | | 405 | GET, HEAD",
                "GET | /terms | 405 | POST",
                "HEAD | /response | 405 | POST",
                "PUT | /response | 405 | POST",
                "POST | /else | 405 | GET, HEAD"
            })
    @DisplayName("RFC 9110 15.5.6: another method is 405 and names those that there are")
    void methods(String method, String below, int status, String allow, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        HttpResponse<String> answer = send(method, url(asked) + (below == null ? "" : below), "");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(field(answer, "allow")).isEqualTo(allow == null ? "" : allow);
        assertThat(answer.body()).isEmpty();
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("pending");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/terms | {}",
                "/terms | {\"terms\":[]}",
                "/terms | {\"terms\":{},\"x\":1}",
                "/terms | {\"terms\":{},\"terms\":{}}",
                "/terms | not JSON",
                "/response | {}",
                "/response | {\"decision\":\"approve\"}",
                "/response | {\"decision\":\"approve\",\"credential\":{\"id\":\"AA\"}}",
                "/response | []"
            })
    @DisplayName("APR-8: what is no answer is 422 with a cause, and nothing comes of it")
    void malformed(String below, String body, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        HttpResponse<String> answer = send("POST", url(asked) + below, body, "content-type", "application/json");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertKeptByNobody(answer);
        assertThat(JsonMapper.shared()
                        .readTree(answer.body())
                        .path("detail")
                        .path("cause")
                        .stringValue())
                .isEqualTo("request_malformed");
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("pending");
    }

    @Test
    @DisplayName(
            "APR-8, INV-1: nothing gives back what the seller submitted or what was kept of it, only what the agent proposed")
    void nothingPrivate(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        ObjectNode listing = asking.listing();
        listing.putObject("proposed_terms").set("floor", Haggle.money(27_182, "EUR"));
        Answer asked = asked(asking.call("/listings", listing));
        ObjectNode faulty = asking.terms(31_417);
        faulty.put("deliver_within_days", 99);
        SellersPhone.Said refused = asking.phone.fill(url(asked), faulty);
        assertThat(refused.status()).isEqualTo(422);
        SellersPhone.Said filled = asking.phone.fill(url(asked), asking.terms(31_416));
        assertThat(filled.status()).isEqualTo(200);

        List<String> read =
                new ArrayList<>(List.of(refused.json().toString(), filled.json().toString()));
        readAll(asking, world, state, asked, read);
        assertThat(read.getFirst()).contains("deliver_within_days");
        assertThat(read)
                .filteredOn(text -> text.contains("27182"))
                .as("the agent's proposal")
                .hasSize(1);
        assertThat(read.toString()).contains("271.82").doesNotContain("salt");
        String id = asking.phone
                .answer(
                        url(asked),
                        "approve",
                        filled.json().path("challenges").path("approve").stringValue())
                .json()
                .path("result")
                .path("body")
                .path("listing_id")
                .stringValue();
        readAll(asking, world, state, asked, read);
        read.add(asking.buyer.read("/listings/" + id + "/terms", null).json().toString());
        for (String chain : List.of(id, Asking.id(asked))) {
            JsonNode record = Haggle.ok(200, asking.seller.read("/records/listing/" + chain, asking.grant.token()))
                    .json();
            assertThat(record.path("entries").size()).as(chain).isPositive();
            read.add(record.toString());
        }
        assertThat(read)
                .as("read back")
                .noneMatch(text -> text.contains("31416")
                        || text.contains("31417")
                        || text.contains("314.1")
                        || text.contains("314,1"));
    }

    private static void readAll(Asking asking, World world, Path state, Answer asked, List<String> read)
            throws Exception {
        read.add(asking.phone.open(url(asked)).json().toString());
        for (String language : List.of("en", "de")) {
            HttpResponse<String> page = send("GET", url(asked), "", "accept", "text/html", "accept-language", language);
            read.add(page.body() + page.headers().map());
        }
        read.add(asking.status(asked).toString());
        read.add(Asking.manage(world, state, "GET", "/sellers/" + asking.sub + "/approvals", "")
                .body());
    }

    @Test
    @DisplayName(
            "APR-8: submissions stand side by side, the newest 16 of them; the one whose challenge is signed counts")
    void submissions(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        List<JsonNode> filled = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            SellersPhone.Said said = asking.phone.fill(url(asked), asking.terms(30_000 + i));
            assertThat(said.status()).isEqualTo(200);
            filled.add(said.json());
            world.advance(Duration.ofSeconds(7));
        }
        assertThat(filled.stream()
                        .map(one -> one.path("terms_commitment").stringValue())
                        .distinct())
                .hasSize(17);
        SellersPhone.Said forgotten = answer(asking, asked, filled.get(0));
        assertThat(forgotten.json().path("detail").path("cause").stringValue()).isEqualTo("challenge_unknown");
        SellersPhone.Said approved = answer(asking, asked, filled.get(1));
        assertThat(approved.status()).as(approved.json().toString()).isEqualTo(200);
        JsonNode made = approved.json().path("result").path("body");
        assertThat(made.path("terms_commitment").stringValue())
                .isEqualTo(filled.get(1).path("terms_commitment").stringValue());
        Haggle.refused(
                asking.buyer.call(
                        "POST",
                        "/listings/" + made.path("listing_id").stringValue() + "/offers",
                        null,
                        Haggle.proposal(30_000).toString()),
                403,
                "offer.create",
                "below_floor");
        assertThat(asking.phone
                        .fill(url(asked), asking.terms())
                        .json()
                        .path("detail")
                        .path("cause")
                        .stringValue())
                .isEqualTo("decided");
    }

    private static SellersPhone.Said answer(Asking asking, Answer asked, JsonNode filled) throws Exception {
        return asking.phone.answer(
                url(asked), "approve", filled.path("challenges").path("approve").stringValue());
    }

    @Test
    @DisplayName(
            "APR-8: posts to an approval are limited by address: the agent's own flood doesn't shut its seller out")
    void limited(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        try (HttpClient agent = HttpClient.newBuilder()
                .localAddress(InetAddress.ofLiteral("127.0.0.2"))
                .build()) {
            List<HttpResponse<String>> answers = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                answers.add(send(agent, "POST", url(asked) + "/terms", "{\"terms\":{}}", JSON));
            }
            HttpResponse<String> last = answers.getLast();
            assertThat(last.statusCode()).isEqualTo(429);
            assertThat(field(last, "retry-after")).isEqualTo("6");
            assertKeptByNobody(last);
            JsonNode error = JsonMapper.shared().readTree(last.body());
            assertThat(error.path("code").stringValue()).isEqualTo("enforcement_unavailable");
            assertThat(error.path("detail").path("cause").stringValue()).isEqualTo("limit");
            assertThat(send(agent, "POST", url(asked) + "/response", "{}", JSON).statusCode())
                    .isEqualTo(429);
            for (int i = 0; i < 60; i++) {
                answers.add(send(agent, "GET", url(asked), "", "accept", HTML));
            }
            assertThat(answers.getLast().statusCode()).isEqualTo(429);
            assertGuarded(answers.getLast());
            assertThat(send(agent, "GET", url(asked), "", "accept", "application/json")
                            .statusCode())
                    .isEqualTo(429);
        }
        SellersPhone.Said approved = asking.approve(asked, asking.terms());
        assertThat(approved.status()).as(approved.json().toString()).isEqualTo(200);
    }

    @Test
    @DisplayName("APR-8, APR-9: enrolments are limited by address")
    void enrolmentsLimited(World world) throws Exception {
        String place = world.gateway().resolve("/enroll").toString();
        try (HttpClient one = HttpClient.newBuilder()
                .localAddress(InetAddress.ofLiteral("127.0.0.3"))
                .build()) {
            HttpResponse<String> last = send(one, "POST", place, "{}", JSON);
            for (int i = 0; i < 60 && last.statusCode() != 429; i++) {
                last = send(one, "POST", place, "{}", JSON);
            }
            assertThat(last.statusCode()).isEqualTo(429);
            assertThat(field(last, "retry-after")).isEqualTo("6");
            assertGuarded(send(one, "GET", place + "?ticket=x", "", "accept", HTML));
        }
        assertThat(send("POST", place, "{}", JSON).statusCode()).isEqualTo(422);
    }
}
