package dev.rctp.conformance.s09record;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** REC-3: when entries are there, and the two of a call that goes upstream. */
public final class Rec3 implements Section {

    private static final Duration A_DAY_AND_MORE = Duration.ofHours(25);
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int VETO = 409;
    private static final int TAKEN = 202;

    @Override
    public void register(Suite suite) {
        suite.test("REC-3.1", t -> inOrder(t, forwarded(t, TAKEN), "decided", "done"));
        suite.test("REC-3.2", t -> {
            Chain added = forwarded(t, VETO);
            inOrder(t, added, "decided", "vetoed");
            t.that(!added.kinds().contains("done"), "A vetoed call was to have no entry `done`.");
        });
        suite.test("REC-3.3", Rec3::undecided);
        suite.test("REC-3.4", t -> {
            hasStatus(t, forwarded(t, TAKEN), "done", TAKEN);
            hasStatus(t, forwarded(t, VETO), "vetoed", VETO);
        });
        suite.test("REC-3.5", t -> {
            hasBodyHash(t, TAKEN, "done");
            hasBodyHash(t, VETO, "vetoed");
        });
        suite.test("REC-3.6", Rec3::refusedOnly);
    }

    /** What a call adds to its listing's chain when the marketplace answers this status. */
    private static Chain forwarded(Trial t, int status) {
        Agent seller = t.scene().sellerAgent();
        Listing listing = t.scene().listing();
        t.world().marketplace().behave(listing.id(), Behaviour.status(status, answer(listing)));
        Chain before = Chain.read(t, seller, "listing", listing.id());
        int wanted = status == VETO ? VETO : 200;
        t.control(t.scene().answerBuyer(listing, "yes " + status), wanted);
        t.world().marketplace().forget(listing.id());
        return before.since(t, seller);
    }

    private static ObjectNode answer(Listing listing) {
        return Json.object().put("of", listing.id());
    }

    private static void inOrder(Trial t, Chain added, String first, String second) {
        List<String> kinds = added.kinds().stream()
                .filter(kind -> kind.equals(first) || kind.equals(second))
                .toList();
        t.equal(List.of(first, second), kinds, "The kinds of the call's entries");
    }

    private static void hasStatus(Trial t, Chain added, String kind, int status) {
        t.that(
                Chain.holds(bodies(entries(t, added, kind)), status),
                "The entry `" + kind + "` was to have the marketplace's status " + status + ".");
    }

    private static List<JsonNode> entries(Trial t, Chain added, String kind) {
        List<JsonNode> found = added.entries().stream()
                .filter(entry -> Chain.kind(entry).equals(kind))
                .toList();
        t.blockedUnless(!found.isEmpty(), "There is no entry `" + kind + "`.");
        return found;
    }

    private static List<JsonNode> bodies(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("body")).toList();
    }

    private static void hasBodyHash(Trial t, int status, String kind) {
        Chain added = forwarded(t, status);
        JsonNode entry = entries(t, added, kind).getFirst();
        String hash = Sha256.text(answer(t.scene().listing()).toString().getBytes(StandardCharsets.UTF_8));
        List<JsonNode> told = Stream.concat(Stream.of(entry.path("body")), added.openingsOf(entry).stream())
                .toList();
        t.that(Chain.holdsHash(told, hash), "The entry `" + kind + "` was to have the hash of the marketplace's body.");
    }

    private static void undecided(Trial t) {
        Agent seller = t.scene().sellerAgent();
        Listing listing = t.scene().listing();
        t.world().marketplace().behave(listing.id(), Behaviour.status(503));
        Chain before = Chain.read(t, seller, "listing", listing.id());
        t.control(t.scene().answerBuyer(listing, "yes"), 503);
        t.world().clock().advance(A_DAY_AND_MORE);
        t.scene().grant().newToken();
        t.eventually("The call was to have an entry `failed` after 24 h.", SOON, () -> {
            List<String> kinds = before.since(t, seller).kinds();
            return kinds.contains("failed") ? kinds : null;
        });
        List<String> kinds = before.since(t, seller).kinds();
        t.that(
                kinds.contains("decided")
                        && kinds.indexOf("decided") < kinds.indexOf("failed")
                        && !kinds.contains("done"),
                "The call's entries were to be `decided` and then `failed`, not " + kinds);
    }

    private static void refusedOnly(Trial t) {
        Agent seller = t.scene().sellerAgent();
        Listing listing = t.scene().listing();
        Chain before = Chain.read(t, seller, "listing", listing.id());
        t.control(
                t.scene().reprice(listing, Scene.LIST_PRICE).json(Json.object().put("unknown", 1)), 400);
        List<String> kinds = before.since(t, seller).kinds();
        t.that(
                Stream.of("done", "vetoed", "failed").noneMatch(kinds::contains),
                "A refused call was to have no entry of a forwarded one, not " + kinds);
    }
}
