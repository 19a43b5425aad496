package dev.rctp.conformance.s09record;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** REC-4: who reads a record, and how much of it. */
public final class Rec4 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("REC-4.1", Rec4::form);
        suite.test("REC-4.2", t -> given(t, "negotiation", List.of(Scene::buyer)));
        suite.test("REC-4.3", t -> given(t, "negotiation", List.of(Scene::sellerAgent)));
        suite.test(
                "REC-4.4",
                t -> refused(t, "negotiation", List.of(scene -> scene.buyer(2), Scene::otherBuyer, Scene::holder)));
        suite.test("REC-4.5", t -> given(t, "deal", List.of(Scene::buyer, Scene::sellerAgent)));
        suite.test("REC-4.6", t -> given(t, "deal", List.of(Scene::holder, Scene::carrier, Scene::marketplaceAgent)));
        suite.test("REC-4.7", t -> refused(t, "deal", List.of(scene -> scene.buyer(2), Scene::otherBuyer)));
        suite.test("REC-4.8", t -> given(t, "listing", List.of(Scene::sellerAgent)));
        suite.test("REC-4.9", Rec4::othersListing);
        suite.test("REC-4.10", t -> part(t, "from=2", 2, Integer.MAX_VALUE));
        suite.test("REC-4.11", t -> part(t, "limit=1", 1, 1));
    }

    private static String id(Story story, String type) {
        Offer offer = story.deal().offer();
        return switch (type) {
            case "deal" -> story.deal().id();
            case "negotiation" -> offer.negotiation();
            default -> offer.listing().id();
        };
    }

    /** A deal on which each role has written something, so that each is a party. */
    private static Story story(Trial t) {
        Story story = Story.paid(t);
        story.tested()
                .partiesBut(t.scene().holder())
                .forEach(party -> story.tested().happened(story.tested().note(party)));
        return story;
    }

    private static void given(Trial t, String type, List<Function<Scene, Agent>> readers) {
        Story story = story(t);
        for (Function<Scene, Agent> reader : readers) {
            Agent agent = reader.apply(t.scene());
            Answer answer = t.send(Chain.reading(t, agent, type, id(story, type)));
            t.equal(200, answer.status(), "The status of the " + type + "'s record for " + agent);
            t.that(answer.at("entries").size() > 0, "The record was to have entries for " + agent + ".");
        }
    }

    private static void refused(Trial t, String type, List<Function<Scene, Agent>> readers) {
        Story story = story(t);
        t.control(Chain.reading(t, t.scene().buyer(), type, id(story, type)), 200);
        for (Function<Scene, Agent> reader : readers) {
            Agent agent = reader.apply(t.scene());
            t.refused(t.send(Chain.reading(t, agent, type, id(story, type))), 403, "not_in_scope");
        }
    }

    private static void othersListing(Trial t) {
        String path = "/records/listing/" + id(story(t), "listing");
        t.control(t.scene().sellerReads(path), 200);
        Agent agent = t.scene().sellerAgent();
        Grant other = t.scene().grant(t.scene().stranger(), agent, t.scene().everything());
        t.refused(t.send(t.scene().read(agent, path).token(other.token())), 403, "not_in_scope");
        Answer buyers = t.send(t.scene().read(t.scene().buyer(), path));
        t.that(
                buyers.status() == 401 || buyers.status() == 403,
                "The buyer was to be refused, not " + buyers.inShort());
    }

    private static void form(Trial t) {
        Answer answer = t.control(
                Chain.reading(
                        t,
                        t.scene().sellerAgent(),
                        "listing",
                        t.scene().listing().id()),
                200);
        t.that(answer.at("entries").isArray(), "The record was to have `entries`.");
        t.that(answer.at("openings").isArray(), "The record was to have `openings`.");
        Offer offer = t.scene().offered();
        t.control(
                t.scene().offer(offer.buyer(), offer.listing(), offer.listing().floor() - 1), 403);
        List<JsonNode> openings =
                Chain.read(t, offer.buyer(), "negotiation", offer.negotiation()).openings();
        t.blockedUnless(!openings.isEmpty(), "The record has no openings.");
        for (JsonNode opening : openings) {
            for (String member : List.of("seq", "path", "salt", "value")) {
                t.that(opening.has(member), "An opening was to have `" + member + "`: " + opening);
            }
        }
    }

    private static void part(Trial t, String query, long first, int most) {
        Story story = Story.paid(t);
        Chain whole = story.dealt();
        t.blockedUnless(whole.entries().size() > 1, "The deal's chain has no second entry.");
        Answer part = t.send(
                Chain.reading(t, t.scene().buyer(), "deal", story.deal().id()).query(query));
        List<JsonNode> given = part.at("entries").valueStream().toList();
        t.that(!given.isEmpty() && given.size() <= most, "At least one entry was to come, and at most " + most + ".");
        List<JsonNode> expected = whole.entries().stream()
                .filter(entry -> Chain.seq(entry) >= first)
                .limit(given.size())
                .toList();
        t.equal(expected, given.subList(0, expected.size()), "The entries of `?" + query + "`");
    }
}
