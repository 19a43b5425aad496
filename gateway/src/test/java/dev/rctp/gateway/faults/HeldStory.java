package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.sandbox.SellerPasskey;
import dev.rctp.gateway.sandbox.SoftwarePasskey;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The part of the story in which the seller is asked; all that anybody sees of it is kept: pages, their JSON, statuses, records. */
final class HeldStory {

    static final String PAGE = "hosted page";
    static final String JSON_OF_PAGE = "hosted page's JSON";
    static final String STATUS = "approval status";

    /** By which the agent's new price stays below the floor that the seller raises meanwhile. */
    private static final int JUST_BELOW = 7;

    private static final List<String> SCOPES = List.of(
            "dev.rctp.listing:create",
            "dev.rctp.listing:set_terms",
            "dev.rctp.listing:reprice",
            "dev.rctp.deal:offer_accept");

    private final World world;
    private final FloorArtefacts artefacts;
    private final Agent agent;
    private final Agent buyer;
    private final String token;
    private final SoftwarePasskey passkey;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Answer> unanswered = new ArrayList<>();

    HeldStory(Surroundings around, String sub, FloorArtefacts artefacts) throws IOException, InterruptedException {
        this.world = around.world();
        this.artefacts = artefacts;
        this.agent = around.agents("seller-ops", around.gateway()).getLast();
        this.buyer = around.agents("buyer-ops-b", around.gateway()).getLast();
        this.token = world.grant(sub, agent, SCOPES, SCOPES.stream().collect(Collectors.toMap(s -> s, _ -> "ask")))
                .token();
        JsonNode known = IntStream.range(0, 2)
                .mapToObj(world::seller)
                .filter(seller -> seller.path("sub").asString().equals(sub))
                .findFirst()
                .orElseThrow();
        JsonNode kept = known.path("passkey");
        this.passkey = new SoftwarePasskey(
                new SellerPasskey(
                        sub,
                        kept.path("credential_id").stringValue(),
                        TestKey.of((ObjectNode) kept.path("jwk"), Cryptography.select())),
                kept.path("rp_id").stringValue(),
                kept.path("origin").stringValue());
        enrolment(sub);
    }

    private void enrolment(String sub) throws IOException, InterruptedException {
        HttpRequest ask = HttpRequest.newBuilder(world.test("tickets"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        object().put("sub", sub).toString()))
                .build();
        String ticket = JsonMapper.shared()
                .readTree(http.send(ask, HttpResponse.BodyHandlers.ofString()).body())
                .path("ticket")
                .stringValue();
        String place = world.gateway() + "/enroll";
        pages(place + "?ticket=" + ticket);
        pages(place + "?ticket=none");
        post(place, object().put("ticket", ticket));
    }

    /** A listing, new terms and an accepted offer, each asked for and decided; the floor is raised in between. */
    void tell(long price, long floor, long raised, String currency) throws IOException, InterruptedException {
        ObjectNode wanted = object().put("title", "A clock").put("term_set", "goods.small/1");
        wanted.set("list_price", money(price, currency));
        wanted.putObject("proposed_terms").put("deliver_within_days", 5);
        Answer create = asked("POST", "/listings", wanted);
        String listing = approved(create, terms(floor, currency))
                .path("body")
                .path("listing_id")
                .stringValue();
        endedByTheNewFloor(listing, raised, currency);
        String setTerms = "/listings/" + listing + "/terms";
        Answer declined = asked("PUT", setTerms, object());
        post(url(declined) + "/terms", object().set("terms", terms(floor, currency)));
        decide(declined, "decline", challenge(declined, "decline"), 200);
        pages(url(declined));
        accepted(listing, price - 1, currency);
        Answer silent = asked("PUT", setTerms, object());
        post(url(silent) + "/terms", object().set("terms", terms(floor, currency)));
        unanswered.add(silent);
        for (String subject : List.of("/records/listing/" + listing, "/records/listing/" + id(create), setTerms)) {
            Answer own = agent.read(subject, token);
            assertThat(own.status()).as(subject).isEqualTo(200);
            artefacts.keep("record", subject, own);
            artefacts.keep("record", subject, buyer.read(subject, null));
        }
    }

    /** LST-7: the price is right when it is asked for, and under the floor that comes before its answer. */
    private void endedByTheNewFloor(String listing, long raised, String currency)
            throws IOException, InterruptedException {
        ObjectNode reprice = object().set("list_price", money(raised - JUST_BELOW, currency));
        Answer asked = asked("POST", "/listings/" + listing + "/reprice", reprice);
        approved(asked("PUT", "/listings/" + listing + "/terms", object()), terms(raised, currency));
        assertThat(result(asked).path("decision").stringValue()).contains("reason=approval_invalid");
        pages(url(asked));
    }

    private void accepted(String listing, long amount, String currency) throws IOException, InterruptedException {
        String body = new Bargain(world.gateway(), agent, token, listing, currency).proposal(amount, null);
        Answer offer = buyer.call("POST", "/listings/" + listing + "/offers", null, body);
        artefacts.keep("answer", "offer.create", Bargain.ok(201, offer));
        String id = offer.json().path("offer_id").stringValue();
        Answer asked = asked("POST", "/offers/" + id + "/accept", object());
        decide(asked, "approve", challenge(asked, "approve"), 200);
        pages(url(asked));
        result(asked);
        artefacts.keep("answer", "GET /offers", buyer.read("/offers/" + id, null));
    }

    /** Fills in the form, first wrongly, twice; signs the wrong challenge; then approves. */
    private JsonNode approved(Answer asked, ObjectNode terms) throws IOException, InterruptedException {
        ObjectNode wrong = terms.deepCopy().put("deliver_within_days", 99);
        assertThat(post(url(asked) + "/terms", object().set("terms", wrong)).statusCode())
                .isEqualTo(422);
        post(url(asked) + "/terms", object().set("terms", terms));
        pages(url(asked));
        decide(asked, "approve", challenge(asked, "decline"), 422);
        JsonNode filled = read(post(url(asked) + "/terms", object().set("terms", terms)));
        decide(asked, "approve", filled.path("challenges").path("approve").stringValue(), 200);
        pages(url(asked));
        return result(asked);
    }

    /** APR-4: waits until silence has become a no, and keeps what is seen of that. */
    void end() throws IOException, InterruptedException {
        for (Answer silent : unanswered) {
            await("the end of " + id(silent))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> status(silent).path("status").stringValue().equals("expired"));
            pages(url(silent));
            post(url(silent) + "/terms", object().set("terms", object()));
        }
    }

    private Answer asked(String method, String target, ObjectNode body) throws IOException, InterruptedException {
        Answer asked = Bargain.ok(202, agent.call(method, target, token, body.toString()));
        artefacts.keep("answer", method + " " + target, asked);
        pages(url(asked));
        status(asked);
        return asked;
    }

    private static String url(Answer asked) {
        return asked.json().path("approval_url").stringValue();
    }

    private static String id(Answer asked) {
        return asked.json().path("approval_id").stringValue();
    }

    private JsonNode status(Answer asked) throws IOException, InterruptedException {
        Answer status = Bargain.ok(200, agent.read("/approvals/" + id(asked), null));
        artefacts.keep(STATUS, id(asked), status);
        artefacts.keep(STATUS, id(asked), buyer.read("/approvals/" + id(asked), null));
        return status.json();
    }

    private JsonNode result(Answer asked) throws IOException, InterruptedException {
        return status(asked).path("result");
    }

    private String challenge(Answer asked, String decision) throws IOException, InterruptedException {
        return read(seen(url(asked), "application/json", "en"))
                .path("challenges")
                .path(decision)
                .stringValue();
    }

    private void decide(Answer asked, String decision, String challenge, int status)
            throws IOException, InterruptedException {
        ObjectNode body = object().put("decision", decision);
        body.set("credential", passkey.assertion(challenge));
        assertThat(post(url(asked) + "/response", body).statusCode()).isEqualTo(status);
    }

    /** A page as people of both languages and programs see it. */
    private void pages(String url) throws IOException, InterruptedException {
        seen(url, "text/html", "en");
        seen(url, "text/html", "de");
        seen(url, "application/json", "en");
    }

    private HttpResponse<String> seen(String url, String accept, String language)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).header("accept", accept).header("accept-language", language);
        return kept(accept.equals("text/html") ? PAGE : JSON_OF_PAGE, request);
    }

    private HttpResponse<String> post(String url, JsonNode body) throws IOException, InterruptedException {
        return kept(
                JSON_OF_PAGE,
                HttpRequest.newBuilder(URI.create(url))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private HttpResponse<String> kept(String kind, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        artefacts.keep(
                kind,
                response.statusCode() + " of " + response.uri() + "\n"
                        + response.headers().map() + "\n" + response.body());
        assertThat(response.statusCode()).as(response.body()).isNotIn(429, 500, 503);
        return response;
    }

    private static JsonNode read(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private ObjectNode terms(long floor, String currency) {
        ObjectNode terms = object();
        terms.set("floor", money(floor, currency));
        terms.put(
                "available_until",
                InstantSource.system().instant().plus(Duration.ofDays(30)).toString());
        terms.putArray("fulfillment_options").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        return terms.put("deliver_within_days", 5);
    }

    private static ObjectNode money(long amount, String currency) {
        return object().put("amount", amount).put("currency", currency);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
