package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.ApiDocument.Operation;
import dev.rctp.gateway.http.rest.ApiDescription;
import dev.rctp.registries.Action;
import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The gateway's OpenAPI document, and the gateway by it. */
@ExtendWith(Sandboxed.class)
class OpenApiTest {

    private static final Registries REGISTRIES = Registries.load();
    private static final String SCHEMA = "/content/application~1json/schema";
    private static final List<String> READS = List.of(
            "GET /listings/{listing_id}/terms",
            "GET /listings/{listing_id}/offers",
            "GET /offers/{offer_id}",
            "GET /approvals/{approval_id}",
            "GET /deals/{deal_id}",
            "GET /deals/{deal_id}/events",
            "GET /records/{type}/{id}",
            "GET /records/{type}/{id}/proof");
    private static final List<String> PAGES = List.of(
            "GET /approve/{approval_id}",
            "POST /approve/{approval_id}/terms",
            "POST /approve/{approval_id}/response",
            "GET /enroll",
            "POST /enroll");
    private static final List<String> DOCUMENTS = List.of(
            "/.well-known/ucp",
            "/.well-known/oauth-protected-resource",
            ApiDescription.PATH,
            "/.well-known/rctp/checkpoint",
            "/.well-known/rctp/checkpoint-key",
            "/.well-known/rctp/consistency");

    private static ApiDocument document(World world) throws Exception {
        return new ApiDocument(world.get(world.gateway().resolve(ApiDescription.PATH)));
    }

    private static ApiDocument described(List<Action> actions) {
        return new ApiDocument(ApiDescription.of(
                REGISTRIES,
                actions,
                URI.create("https://agents.shop.example"),
                "/.well-known/oauth-protected-resource",
                true));
    }

    private static Operation operation(ApiDocument document, String id) {
        return Objects.requireNonNull(document.operations().get(id), id);
    }

    @Test
    @DisplayName("it has each verb with a route, each read and each document, and nothing else")
    void complete(World world) throws Exception {
        Set<String> routes = new TreeSet<>(READS);
        routes.addAll(PAGES);
        DOCUMENTS.forEach(path -> routes.add("GET " + path));
        REGISTRIES.actions().all().stream()
                .filter(action -> action.path() != null)
                .forEach(action -> routes.add(action.method() + " " + action.path()));

        Set<String> told = new TreeSet<>();
        document(world).operations().values().forEach(one -> told.add(one.method() + " " + one.path()));
        assertThat(told).isEqualTo(routes);
        assertThat(document(world).operations()).hasSameSizeAs(routes);
    }

    @Test
    @DisplayName("scopes and tiers are those of the actions, and routes those that are configured")
    void actions() {
        List<Action> moved = REGISTRIES.actions().all().stream()
                .map(action -> action.name().equals("offer.accept")
                        ? new Action(
                                action.name(),
                                action.side(),
                                action.scope(),
                                "PUT",
                                "/v1/offers/{offer_id}/yes",
                                action.defaultTier(),
                                action.allowedTiers(),
                                action.fixed())
                        : action)
                .toList();
        ApiDocument document = described(moved);
        Operation accept = operation(document, "offer.accept");

        assertThat(accept.method() + " " + accept.path()).isEqualTo("PUT /v1/offers/{offer_id}/yes");
        assertThat(accept.json().at("/security/0/agentGrant/0").asString()).isEqualTo("dev.rctp.deal:offer_accept");
        assertThat(accept.json().path("x-rctp-default-tier").asString()).isEqualTo("ask");
        assertThat(operation(document, "offer.create").json().at("/security/0").propertyNames())
                .containsExactly("messageSignature");
        assertThat(described(moved).operations()).doesNotContainKey("deal.disclose_passport");
    }

    @Test
    @DisplayName("every reference leads somewhere, and every example fits its schema")
    void sound(World world) throws Exception {
        ApiDocument document = document(world);
        assertThat(document.danglingReferences()).isEmpty();
        int examples = 0;
        for (Operation operation : document.operations().values()) {
            JsonNode request = operation.json().at("/requestBody/content/application~1json");
            JsonNode answer = document.response(operation, operation.success()).at("/content/application~1json");
            for (JsonNode content : List.of(request, answer)) {
                if (content.has("example")) {
                    assertThat(document.faults(content.path("schema"), content.path("example")))
                            .as(operation.id())
                            .isEmpty();
                    examples++;
                }
            }
        }
        assertThat(examples).isEqualTo(28);
    }

    @Test
    @DisplayName(
            "INV-1: no answer in it can carry a floor; what is sent can, as the agent's proposal and the seller's terms")
    void nothingPrivate(World world) throws Exception {
        ApiDocument document = document(world);
        Set<String> sent = new TreeSet<>();
        for (Operation operation : document.operations().values()) {
            operation
                    .json()
                    .path("responses")
                    .forEach(answer -> assertThat(document.isAbout(answer, "floor"))
                            .as(operation.id())
                            .isFalse());
            if (document.isAbout(operation.json().path("requestBody"), "floor")) {
                sent.add(operation.id());
            }
        }
        assertThat(sent).containsExactly("listing.create", "listing.set_terms", "page.terms");
    }

    @Test
    @DisplayName("APR-8, APR-9: what it says of the pages' calls is so, from the question to the result")
    void pages(World world, Path state) throws Exception {
        ApiDocument document = document(world);
        Asking asking = Asking.of(world, state);
        Answer asked = asking.call("/listings", asking.listing());
        fits(document, operation(document, "listing.create"), asked);
        SellersPhone.Said open = asking.phone.open(Asking.url(asked));
        fits(document, "page.approval", open);
        SellersPhone.Said filled = asking.phone.fill(Asking.url(asked), asking.terms());
        fits(document, "page.terms", filled);
        fits(document, "page.terms", asking.phone.fill(Asking.url(asked), asking.terms(Asking.PRICE + 1)));
        String challenge = filled.json().path("challenges").path("approve").stringValue();
        fits(document, "page.response", asking.phone.answer(Asking.url(asked), "decline", challenge));
        SellersPhone.Said approved = asking.approve(asked, asking.terms());
        fits(document, "page.response", approved);
        fits(document, "page.approval", asking.phone.open(Asking.url(asked)));
        fits(document, "page.approval", asking.phone.open(Asking.url(asked) + "x"));
        assertThat(document.faults(
                        document.response(operation(document, "listing.create"), 201)
                                .at(SCHEMA),
                        approved.json().path("result").path("body")))
                .isEmpty();
        for (String wait : List.of("", "?wait=0", "?wait=26")) {
            fits(
                    document,
                    operation(document, "read.approval"),
                    asking.seller.read("/approvals/" + Asking.id(asked) + wait, null));
        }

        SellersPhone fresh = EnrolmentTest.phone(world, "seller-" + UUID.randomUUID());
        String ticket = EnrolmentTest.ticket(world, fresh, "seller-" + UUID.randomUUID(), false);
        String place = EnrolmentTest.place(world);
        SellersPhone.Said options = fresh.open(place + "?ticket=" + ticket);
        fits(document, "page.ticket", options);
        SellersPhone.Said enrolled = fresh.enrol(place, ticket, options.json(), null);
        assertThat(enrolled.status()).isEqualTo(201);
        fits(document, "page.enrolment", enrolled);
        fits(document, "page.enrolment", fresh.enrol(place, ticket, options.json(), null));
        fits(document, "page.ticket", fresh.open(place + "?ticket=" + ticket));
    }

    @ParameterizedTest
    @ValueSource(strings = {"page.terms", "page.response", "page.enrolment"})
    @DisplayName("APR-8, APR-9: of a page's post it tells each status, also of one that is another site's or no JSON")
    void pagesPosts(String page, World world) throws Exception {
        ApiDocument document = document(world);
        Operation operation = operation(document, page);
        assertThat(operation.json().path("responses").propertyNames())
                .containsExactlyInAnyOrder(
                        page.equals("page.enrolment") ? "201" : "200", "403", "415", "422", "429", "503");
        URI uri =
                world.gateway().resolve(operation.target(Map.of()).replaceAll("\\{[a-z_]+}", "apr_" + "a".repeat(26)));
        fits(document, page, posted(uri, "content-type", "text/plain"), 415);
        fits(document, page, posted(uri, "content-type", "application/json", "origin", "https://else.example"), 403);
        fits(document, page, posted(uri, "content-type", "application/json"), 422);
    }

    private static void fits(ApiDocument document, String page, SellersPhone.Said said, int status) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(status);
        fits(document, page, said);
    }

    private static SellersPhone.Said posted(URI uri, String... headers) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = http.send(
                    HttpRequest.newBuilder(uri)
                            .headers(headers)
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            return new SellersPhone.Said(
                    answer.statusCode(), JsonMapper.shared().readTree(answer.body()));
        }
    }

    private static void fits(ApiDocument document, String page, SellersPhone.Said said) {
        JsonNode response = document.response(operation(document, page), said.status());
        assertThat(response.isObject()).as("%s %s", page, said.status()).isTrue();
        assertThat(document.faults(response.at(SCHEMA), said.json())).as(page).isEmpty();
    }

    /** The answer is one that the document tells of: status, required fields, body. */
    private static void fits(ApiDocument document, Operation operation, Answer answer) {
        JsonNode response = document.response(operation, answer.status());
        assertThat(response.isObject())
                .as("%s %s", operation.id(), answer.status())
                .isTrue();
        for (Map.Entry<String, JsonNode> field : response.path("headers").properties()) {
            if (document.resolved(field.getValue()).path("required").booleanValue(false)) {
                assertThat(answer.fields().contains(field.getKey().toLowerCase(java.util.Locale.ROOT)))
                        .as("%s: %s", operation.id(), field.getKey())
                        .isTrue();
            }
        }
        JsonNode schema = response.at(SCHEMA);
        assertThat(document.faults(schema, answer.json())).as(operation.id()).isEmpty();
    }

    @Test
    @DisplayName("its examples are a story that the gateway plays: each succeeds as it says, with the answer it says")
    void story(World world, Path state) throws Exception {
        Player player = new Player(world);
        Set<String> played = player.play(state);

        Set<String> decided = new HashSet<>();
        document(world).operations().forEach((id, operation) -> {
            if (operation.decided() && operation.success() != 0 && !id.matches("(document|page)\\..*")) {
                decided.add(id);
            }
        });
        assertThat(played).isEqualTo(decided);
    }

    @Test
    @DisplayName("DEC-3: what it says of refusals is so, for each kind of status")
    void refusals(World world) throws Exception {
        Player player = new Player(world);
        Operation create = operation(player.document, "offer.create");
        Agent buyer = player.buyer;
        String target = create.target(player.values);
        Map<String, Answer> answers = new LinkedHashMap<>();
        answers.put("request_invalid", buyer.call("POST", target, null, "{\"price\":1}"));
        answers.put(
                "operator_unknown",
                world.stranger("https://stranger.example/.well-known/ucp").call("POST", target, null, "{}"));
        answers.put("terms_invalid", buyer.call("POST", target, null, player.offer(80_000, "drone")));
        answers.put("below_floor", buyer.call("POST", target, null, player.offer(100, "shipping")));
        answers.forEach((reason, answer) -> {
            assertThat(answer.json().path("code").asString()).isEqualTo(reason);
            fits(player.document, create, answer);
        });
        world.behave(target, 409, 0, 1);
        Answer vetoed = buyer.call("POST", target, null, player.offer(80_000, "shipping"));
        assertThat(vetoed.status()).isEqualTo(409);
        fits(player.document, create, vetoed);
    }

    /** Plays the examples in the order in which they make sense, with ids that there are. */
    private static final class Player {

        private static final List<String> SCOPES = List.of(
                "dev.rctp.listing:create",
                "dev.rctp.listing:set_terms",
                "dev.rctp.listing:answer_buyer",
                "dev.rctp.listing:reprice",
                "dev.rctp.deal:offer_counter",
                "dev.rctp.deal:offer_accept",
                Dealing.COMMIT_SCOPE);

        final World world;
        final ApiDocument document;
        final Agent buyer;
        final Map<String, String> values = new HashMap<>();
        private final Agent seller;
        private final String token;
        private final Set<String> played = new HashSet<>();

        Player(World world) throws Exception {
            this.world = world;
            document = document(world);
            seller = world.agent("seller-ops", 0);
            buyer = world.agent("buyer-ops-b", 1);
            String sub = world.listings().getFirst().path("seller").asString();
            values.put("listing_id", world.list(sub, "A camera", new Money(90_000, "EUR"), new Money(70_000, "EUR")));
            values.put(
                    "expires_at",
                    world.clock()
                            .instant()
                            .plus(Duration.ofDays(1))
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString());
            values.put(
                    "now",
                    world.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString());
            Map<String, String> tiers = new HashMap<>();
            SCOPES.forEach(scope -> tiers.put(scope, "auto"));
            token = world.grant(sub, seller, SCOPES, tiers).token();
        }

        Set<String> play(Path state) throws Exception {
            play("read.listing_terms", buyer);
            play("listing.set_terms", seller, 202);
            values.put(
                    "approval_id",
                    play("listing.create", seller, 202).path("approval_id").stringValue());
            play("read.approval", seller);
            play("listing.answer_buyer", seller);
            play("listing.reprice", seller);

            Operation create = operation(document, "offer.create");
            Answer first = buyer.call("POST", create.target(values), null, offer(72_000, "shipping"));
            assertThat(first.status()).isEqualTo(201);
            values.put("offer_id", first.json().path("offer_id").asString());
            play("offer.counter", seller);
            values.put("supersedes", first.json().path("offer_id").asString());
            JsonNode offer = play("offer.create", buyer);
            values.put("offer_id", offer.path("offer_id").asString());
            play("read.listing_offers", seller);
            play("offer.accept", seller);
            JsonNode accepted = play("read.offer", buyer);
            values.put("checkout", accepted.path("checkout").asString());
            JsonNode deal = play("deal.open", buyer);
            values.put("deal_id", deal.path("deal_id").stringValue());
            values.put("ship_by", values.get("expires_at"));
            play("deal.commit_to_ship", seller);
            values.put("event", event(deal.path("deal_id").stringValue()));
            play("deal.event", buyer);
            play("deal.event", buyer, 200);
            play("read.deal", buyer);
            play("read.deal_events", buyer);
            values.put("type", "negotiation");
            values.put("id", offer.path("negotiation_id").asString());
            play("read.record", buyer);
            assertThat(Asking.manage(world, state, "POST", "/checkpoint", "").statusCode())
                    .isEqualTo(200);
            play("read.record_proof", buyer);
            return played;
        }

        private String event(String deal) {
            ObjectNode claims = JsonMapper.shared().createObjectNode();
            String now = String.valueOf(values.get("now"));
            claims.put("iss", buyer.profile()).put("deal_id", deal).put("type", "example.buyer.note");
            claims.put("occurred_at", now).put("iat", Instant.parse(now).getEpochSecond());
            return buyer.jws(Dealing.TYP, claims.put("jti", UUID.randomUUID().toString()));
        }

        private JsonNode play(String id, Agent agent) throws Exception {
            return play(id, agent, operation(document, id).success());
        }

        private JsonNode play(String id, Agent agent, int status) throws Exception {
            Operation operation = operation(document, id);
            String with = agent == seller ? token : null;
            Answer answer = operation.method().equals("GET")
                    ? agent.read(operation.target(values), with)
                    : agent.call(operation.method(), operation.target(values), with, body(operation));
            assertThat(answer.status()).as("%s: %s", id, answer.json()).isEqualTo(status);
            fits(document, operation, answer);
            played.add(id);
            return answer.json();
        }

        /** The example with the values of now. */
        private String body(Operation operation) {
            ObjectNode body = operation
                    .json()
                    .at("/requestBody/content/application~1json/example")
                    .deepCopy()
                    .asObject();
            values.forEach((name, value) -> {
                if (body.has(name)) {
                    body.put(name, value);
                }
            });
            return body.toString();
        }

        String offer(int amount, String fulfillment) {
            ObjectNode body = operation(document, "offer.create")
                    .json()
                    .at("/requestBody/content/application~1json/example")
                    .deepCopy()
                    .asObject();
            body.remove(List.of("supersedes", "expires_at"));
            ((ObjectNode) body.at("/deal_terms/price")).put("amount", amount);
            ((ObjectNode) body.at("/deal_terms/fulfillment")).put("option", fulfillment);
            return body.toString();
        }
    }
}
