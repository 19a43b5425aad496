package dev.rctp.conformance.s09record;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** REC-6: what only one side may know. */
public final class Rec6 implements Section {

    private static final Pattern OFFER_ID = Pattern.compile("off_[a-z2-7]{26}");
    private static final String BELOW_FLOOR = "below_floor";
    private static final Duration SOON = Duration.ofMinutes(1);

    @Override
    public void register(Suite suite) {
        suite.test("REC-6.1", Rec6::openingsFit);
        suite.test("REC-6.2", t -> {
            Haggled haggled = Haggled.offer(t);
            hidden(
                    t,
                    haggled,
                    haggled.read(t.scene().buyer()),
                    haggled.read(t.scene().sellerAgent()));
        });
        suite.test("REC-6.3", t -> {
            Haggled haggled = Haggled.offer(t);
            opened(t, haggled, haggled.read(t.scene().buyer()));
        });
        suite.test("REC-6.4", t -> {
            Haggled haggled = Haggled.offer(t);
            notOpened(t, haggled, haggled.read(t.scene().sellerAgent()));
        });
        suite.test("REC-6.5", t -> {
            Haggled haggled = Haggled.counter(t);
            hidden(
                    t,
                    haggled,
                    haggled.read(t.scene().buyer()),
                    haggled.read(t.scene().sellerAgent()));
        });
        suite.test("REC-6.6", t -> {
            Haggled haggled = Haggled.counter(t);
            opened(t, haggled, haggled.read(t.scene().sellerAgent()));
        });
        suite.test("REC-6.7", t -> {
            Haggled haggled = Haggled.counter(t);
            notOpened(t, haggled, haggled.read(t.scene().buyer()));
        });
        suite.test("REC-6.8", t -> {
            Signed signed = Signed.acceptance(t);
            List<JsonNode> entries = signed.read(t.scene().sellerAgent()).entries();
            t.blockedUnless(!entries.isEmpty(), "The record has no entries.");
            signed.material()
                    .forEach(
                            text -> t.that(!Chain.holds(entries, text), "No entry was to hold what the passkey gave."));
        });
        suite.test("REC-6.9", t -> {
            Signed signed = Signed.acceptance(t);
            t.that(
                    Chain.holds(signed.read(t.scene().sellerAgent()).openings(), signed.signature()),
                    "The seller's read was to have the opening of the passkey's answer.");
        });
        suite.test("REC-6.10", t -> {
            Signed signed = Signed.acceptance(t);
            List<JsonNode> openings = signed.read(t.scene().buyer()).openings();
            signed.material()
                    .forEach(text -> t.that(!Chain.holds(openings, text), "The buyer was to get no passkey material."));
        });
        suite.test("REC-6.11", Rec6::refusedOfferIsUnknown);
        suite.test("REC-6.12", Rec6::noWebhook);
        suite.test("REC-6.13", t -> {
            Haggled haggled = Haggled.counter(t);
            t.control(t.scene().counter(haggled.offer(), haggled.refused()), 403);
            List<JsonNode> openings = haggled.read(t.scene().sellerAgent()).openings();
            t.blockedUnless(openings.size() > 1, "The record has no openings of both refusals.");
            Set<String> salts = new HashSet<>();
            openings.forEach(opening -> t.that(
                    salts.add(opening.path("salt").asString("")), "Each opening was to have a salt of its own."));
        });
    }

    private static void openingsFit(Trial t) {
        Haggled haggled = Haggled.offer(t);
        Chain chain = haggled.read(t.scene().buyer());
        t.blockedUnless(!chain.openings().isEmpty(), "The record has no openings.");
        for (JsonNode opening : chain.openings()) {
            ObjectNode salted = JsonNodeFactory.instance.objectNode();
            salted.put(
                    "salt", t.said(opening.path("salt"), "An opening's `salt`").name());
            salted.set("value", opening.path("value"));
            t.equal(
                    Sha256.text(t.said(salted, "An opening").canonical().getBytes(StandardCharsets.UTF_8)),
                    at(t, chain, opening),
                    "What stands at " + opening.path("path") + " of entry " + Chain.seq(opening));
        }
    }

    /** What stands at the opening's path, which begins at the entry or at its body. */
    private static String at(Trial t, Chain chain, JsonNode opening) {
        String path = t.said(opening.path("path"), "An opening's `path`").text();
        t.that(path.isEmpty() || path.startsWith("/"), "An opening's `path` was to be a JSON pointer, not " + path);
        return chain.entries().stream()
                .filter(entry -> Chain.seq(entry) == Chain.seq(opening))
                .map(entry ->
                        entry.at(path).isMissingNode() ? entry.path("body").at(path) : entry.at(path))
                .map(node -> node.asString(""))
                .findFirst()
                .orElse("");
    }

    private static void hidden(Trial t, Haggled haggled, Chain... reads) {
        for (Chain read : reads) {
            t.that(
                    !Chain.holds(read.entries(), haggled.refused()),
                    "No entry of the " + read.type() + " was to hold the refused amount.");
            t.that(
                    !Chain.holds(read.entries(), BELOW_FLOOR),
                    "No entry of the " + read.type() + " was to hold the reason of a refusal.");
        }
    }

    private static void opened(Trial t, Haggled haggled, Chain read) {
        t.that(Chain.holds(read.openings(), haggled.refused()), "An opening was to hold the refused amount.");
        t.that(Chain.holds(read.openings(), BELOW_FLOOR), "An opening was to hold the reason.");
    }

    private static void notOpened(Trial t, Haggled haggled, Chain read) {
        t.that(
                !Chain.holds(read.openings(), haggled.refused()),
                "The other side's read was to have no opening with the refused amount.");
        t.that(
                !Chain.holds(read.openings(), BELOW_FLOOR),
                "The other side's read was to have no opening with the reason of a refusal.");
    }

    private static void refusedOfferIsUnknown(Trial t) {
        Haggled haggled = Haggled.offer(t);
        String made = haggled.offer().id();
        String refused = haggled.read(t.scene().buyer()).openings().stream()
                .map(JsonNode::toString)
                .map(OFFER_ID::matcher)
                .flatMap(Matcher::results)
                .map(found -> found.group())
                .filter(id -> !id.equals(made))
                .findFirst()
                .orElse(null);
        if (refused == null) {
            throw t.notApplicable("The target tells the buyer no id of a refused offer.");
        }
        t.control(t.scene().sellerReads("/offers/" + made), 200);
        t.refused(t.send(t.scene().sellerReads("/offers/" + refused)), 403, "not_in_scope");
    }

    /**
     * The seller's agent is of an operator that nobody else is of, so that all that it is told of is known; a webhook that comes
     * later is awaited: what was refused before it has come by then, or never does.
     */
    private static void noWebhook(Trial t) {
        HostedOperator operator = t.needed(t.world().cast().spare(), "All spare operators are used.");
        Agent agent = t.world().cast().agent(operator.name(), 1);
        Scene scene = t.scene();
        Grant grant = scene.grant(agent, scene.everythingBut("offer_accept", "ask"));
        Listing listing = scene.listing(agent, grant);
        Offer offer = scene.offered(scene.buyer(), listing, Scene.LIST_PRICE);
        t.control(scene.offer(scene.buyer(), listing, listing.floor() - 1), 403);
        Asked asked = scene.ask(scene.calls().accept(agent, offer.id()).token(grant.token()));
        asked.decline();
        t.needed(
                t.awaited(
                        SOON,
                        () -> told(t, operator, body -> body.toString().contains(asked.approvalId())).stream()
                                .findFirst()
                                .orElse(null)),
                "No webhook told the seller's operator of its approval.");
        List<Received> ofRefusals = told(
                t,
                operator,
                body -> body.path("status").asString("").equals("refused")
                        || body.toString().contains(BELOW_FLOOR)
                        || OFFER_ID.matcher(body.toString())
                                .results()
                                .anyMatch(found -> !found.group().equals(offer.id())));
        t.that(
                ofRefusals.isEmpty(),
                "No webhook to the seller's operator was to tell of a refused offer, as did "
                        + ofRefusals.stream().map(Received::json).toList());
    }

    private static List<Received> told(Trial t, HostedOperator operator, Predicate<JsonNode> body) {
        return t.world().webhooks().deliveries(operator.name(), body);
    }

    /** A negotiation in which one price was refused as below the floor. */
    private record Haggled(Trial t, Offer offer, long refused) {

        static Haggled offer(Trial t) {
            Listing listing = t.scene().listing();
            Offer offer = t.scene().offered(t.scene().buyer(), listing, Scene.LIST_PRICE);
            long refused = listing.floor() - 1_357;
            t.control(t.scene().offer(t.scene().buyer(), listing, refused), 403);
            return new Haggled(t, offer, refused);
        }

        static Haggled counter(Trial t) {
            Listing listing = t.scene().listing();
            Offer offer = t.scene().offered(t.scene().buyer(), listing, Scene.LIST_PRICE);
            long refused = listing.floor() - 2_468;
            t.control(t.scene().counter(offer, refused), 403);
            return new Haggled(t, offer, refused);
        }

        Chain read(Agent reader) {
            return Chain.read(t, reader, "negotiation", offer.negotiation());
        }
    }

    /** An acceptance that the seller's passkey approved. */
    private record Signed(Trial t, Offer offer, ObjectNode credential) {

        static Signed acceptance(Trial t) {
            Offer offer = t.scene().offered();
            Asked asked = t.scene().askBy("offer_accept", t.scene().accept(offer));
            ObjectNode credential = t.scene().seller().passkey().assertion(asked.challenge(asked.page(), "approve"));
            Answer answer = asked.respond("approve", credential);
            t.blockedUnless(answer.status() == 200, "The approval was not taken: " + answer.inShort());
            asked.result();
            return new Signed(t, offer, credential);
        }

        Chain read(Agent reader) {
            return Chain.read(t, reader, "negotiation", offer.negotiation());
        }

        String signature() {
            return credential.at("/response/signature").asString("");
        }

        List<String> material() {
            return List.of(
                    signature(),
                    credential.at("/response/clientDataJSON").asString(""),
                    credential.at("/response/authenticatorData").asString(""),
                    credential.path("id").asString(""));
        }
    }
}
