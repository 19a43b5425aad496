package dev.rctp.conformance.s01words;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The ids that the gateway makes, and those of listings (WRD-1 to WRD-10). */
public final class Identifiers implements Section {

    private static final String LISTING_CHARACTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-";
    private static final int LONGEST = 128;
    private static final int LENGTH = 26;

    @Override
    public void register(Suite suite) {
        suite.test("WRD-1", t -> made(t, "neg_", t.scene().offered().negotiation()));
        suite.test("WRD-2", t -> made(t, "off_", t.scene().offered().id()));
        suite.test(
                "WRD-3",
                t -> made(t, "apr_", t.scene().ask(t.scene().createListing()).approvalId()));
        suite.test("WRD-4", t -> made(t, "dea_", t.scene().deal().id()));
        suite.test("WRD-5", Identifiers::webhook);
        suite.test("WRD-6", Identifiers::random);
        suite.test("WRD-7", t -> {
            known(
                    t,
                    Character.toString(
                            LISTING_CHARACTERS.charAt(t.world().random().nextInt(62))));
            known(t, t.world().fresh(LONGEST).substring(0, LONGEST));
        });
        suite.test("WRD-8", t -> known(t, t.world().fresh(9) + LISTING_CHARACTERS));
        suite.test("WRD-9", Identifiers::tooLong);
        suite.test("WRD-10", Identifiers::otherCase);
    }

    private static void made(Trial t, String prefix, @Nullable String id) {
        t.that(
                id != null && id.matches(prefix + "[a-z2-7]{26}"),
                "An id of `" + prefix + "` and 26 characters of lower-case base32 was expected, not " + id + ".");
    }

    private static void webhook(Trial t) {
        String approval = t.scene().listing().approvalId();
        String seller = t.scene().sellerAgent().operator();
        Received delivery = t.eventually(
                "A webhook that tells of the approval was expected.",
                Duration.ofMinutes(1),
                () -> t.world().webhooks().deliveries(seller, approval).stream()
                        .findFirst()
                        .orElse(null));
        made(t, "whk_", json(delivery).path("id").asString(""));
    }

    private static JsonNode json(Received delivery) {
        try {
            return StrictJson.parse(delivery.body());
        } catch (InvalidJsonException _) {
            return MissingNode.getInstance();
        }
    }

    private static void random(Trial t) {
        Scene scene = t.scene();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Offer offer = scene.offered(scene.buyer(), scene.listing(), Scene.LIST_PRICE);
            String id = offer.id();
            t.blockedUnless(id.length() > LENGTH, "The offer has an id of another form: " + id);
            ids.add(id.substring(id.length() - LENGTH));
        }
        for (String one : ids) {
            for (String other : ids) {
                long common = IntStream.range(0, LENGTH)
                        .filter(i -> one.charAt(i) == other.charAt(i))
                        .count();
                t.that(
                        one.equals(other) ? ids.indexOf(one) == ids.lastIndexOf(one) : common < LENGTH / 2,
                        "Two ids were to have no more in common than chance gives: " + one + " and " + other + ".");
            }
        }
    }

    /** An ordinary offer on such a listing passes (LST-6). */
    private static void known(Trial t, String id) {
        Scene scene = t.scene();
        Listing on = new Listing(id, "A thing", Scene.LIST_PRICE, Json.object(), Json.object(), "");
        carriedOut(t, t.send(scene.offer(scene.buyer(), on, 50_000)));
    }

    private static void tooLong(Trial t) {
        Scene scene = t.scene();
        var good = scene.answerBuyer(scene.listing(), "Yes.");
        t.control(good);
        String id = t.world().fresh(LONGEST).substring(0, LONGEST + 1);
        Answer answer = t.send(good.path(good.target().replace(scene.listing().id(), id)));
        t.that(
                answer.status() / 100 == 4 && answer.reason() != null,
                "A call on a listing id of 129 characters was to be refused, not " + answer.inShort());
    }

    private static void otherCase(Trial t) {
        Scene scene = t.scene();
        String id = scene.listing().id();
        String other =
                id.equals(id.toUpperCase(Locale.ROOT)) ? id.toLowerCase(Locale.ROOT) : id.toUpperCase(Locale.ROOT);
        t.blockedUnless(!other.equals(id), "The listing's id has no letters.");
        var good = scene.answerBuyer(scene.listing(), "Yes.");
        t.control(good);
        t.refused(t.send(good.path(good.target().replace(id, other))), 403, "not_in_scope");
    }
}
