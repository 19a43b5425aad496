package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's agent that may bargain over one listing, calling one gateway. */
record Bargain(URI gateway, Agent seller, String token, String listing, String currency) {

    static final List<String> SCOPES = List.of(
            "dev.rctp.listing:reprice",
            "dev.rctp.listing:answer_buyer",
            "dev.rctp.deal:offer_counter",
            "dev.rctp.deal:offer_accept");
    private static final int PAGE = 1000;

    /** With a new grant of this seller. */
    static Bargain over(String listing, String sub, World world, Agent seller, URI gateway)
            throws IOException, InterruptedException {
        Map<String, String> tiers = SCOPES.stream().collect(Collectors.toMap(scope -> scope, _ -> "auto"));
        return new Bargain(
                gateway, seller, world.grant(sub, seller, SCOPES, tiers).token(), listing, "EUR");
    }

    /** The same for a listing in another currency. */
    Bargain in(String otherListing, String otherCurrency) {
        return new Bargain(gateway, seller, token, otherListing, otherCurrency);
    }

    String offers() {
        return "/listings/" + listing + "/offers";
    }

    String proposal(long amount, @Nullable String supersedes) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode terms = body.putObject("deal_terms");
        terms.putObject("price").put("amount", amount).put("currency", currency);
        terms.putObject("fulfillment").put("option", "shipping");
        terms.putObject("payment").put("option", "escrow");
        if (supersedes != null) {
            body.put("supersedes", supersedes);
        }
        return body.toString();
    }

    String price(long amount) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("list_price").put("amount", amount).put("currency", currency);
        return body.toString();
    }

    static String redemption(String checkout) {
        return JsonNodeFactory.instance.objectNode().put("checkout", checkout).toString();
    }

    Answer offer(Agent buyer, long amount) throws IOException, InterruptedException {
        return buyer.call("POST", offers(), null, proposal(amount, null));
    }

    Answer counter(String offer, long amount) throws IOException, InterruptedException {
        return seller.call("POST", "/offers/" + offer + "/counter", token, proposal(amount, null));
    }

    Answer accept(String offer) throws IOException, InterruptedException {
        return seller.call("POST", "/offers/" + offer + "/accept", token, "{}");
    }

    Answer reprice(long amount) throws IOException, InterruptedException {
        return seller.call("POST", "/listings/" + listing + "/reprice", token, price(amount));
    }

    /** The offers that the seller's agent sees. */
    List<JsonNode> shown() throws IOException, InterruptedException {
        return ok(200, seller.read(offers(), token))
                .json()
                .path("offers")
                .valueStream()
                .toList();
    }

    /** An offer that stands; its id. */
    String offered(Agent buyer, long amount) throws IOException, InterruptedException {
        return ok(201, offer(buyer, amount)).json().path("offer_id").stringValue();
    }

    /** The checkout of an accepted offer, as its buyer reads it. */
    static String checkout(Agent buyer, String offer) throws IOException, InterruptedException {
        return ok(200, buyer.read("/offers/" + offer, null))
                .json()
                .path("checkout")
                .stringValue();
    }

    static Answer ok(int status, Answer answer) {
        assertThat(answer.status())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        return answer;
    }

    /** The whole record of this subject as its seller's agent reads it. */
    ObjectNode record(String subject) throws IOException, InterruptedException {
        ObjectNode bundle = JsonNodeFactory.instance.objectNode();
        ArrayNode entries = bundle.putArray("entries");
        ArrayNode openings = bundle.putArray("openings");
        int before;
        do {
            before = entries.size();
            String page = "/records/" + subject + "?from=" + (before + 1) + "&limit=" + PAGE;
            JsonNode read = ok(200, seller.read(page, token)).json();
            entries.addAll(read.path("entries").valueStream().toList());
            openings.addAll(read.path("openings").valueStream().toList());
        } while (entries.size() - before == PAGE);
        return bundle;
    }

    /** REC-2, REC-3: the record verifies, each receipt of it too; gives its entries. */
    List<JsonNode> verified(World world, String subject, List<Answer> answers)
            throws IOException, InterruptedException {
        ObjectNode bundle = record(subject);
        bundle.set("keys", world.get(gateway.resolve("/.well-known/ucp")).path("keys"));
        ArrayNode receipts = bundle.putArray("receipts");
        for (Answer answer : answers) {
            Receipt.parse(answer.receipt())
                    .filter(receipt -> subject.equals(receipt.subjectType() + "/" + receipt.subjectId()))
                    .ifPresent(receipt -> receipts.add(receipt.toJson()));
        }
        RecordReport report =
                new RecordVerifier(Registries.load()).verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.passed()).as("%s: %s", subject, report).isTrue();
        return bundle.path("entries").valueStream().toList();
    }

    /** The {@code intent} of each entry of this kind that has one. */
    static List<String> intents(List<JsonNode> entries, String kind) {
        List<String> intents = new ArrayList<>();
        entries.stream()
                .filter(entry -> entry.path("kind").asString().equals(kind))
                .filter(entry -> entry.path("body").has("intent"))
                .forEach(entry -> intents.add(entry.path("body").path("intent").asString()));
        return intents;
    }
}
