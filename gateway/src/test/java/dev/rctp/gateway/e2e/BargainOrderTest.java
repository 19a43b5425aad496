package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** DEC-1 for the verbs of a bargain, from the subject on: of two things that are wrong, the one that is checked first decides. */
@ExtendWith(Sandboxed.class)
class BargainOrderTest {

    /** What can be wrong, in the order of DEC-1. */
    private enum Fault {
        SUBJECT,
        LISTING,
        BUYER,
        DEAL_TERMS,
        STATE,
        BUDGET,
        FLOOR,
        TIER
    }

    /** The verbs of a bargain. */
    private enum Verb {
        CREATE("offer.create"),
        COUNTER("offer.counter"),
        ACCEPT("offer.accept"),
        REPRICE("listing.reprice");

        final String action;

        Verb(String action) {
            this.action = action;
        }

        /** What can be wrong with it. */
        Set<Fault> faults() {
            return switch (this) {
                case CREATE -> EnumSet.range(Fault.LISTING, Fault.FLOOR);
                case COUNTER -> EnumSet.complementOf(EnumSet.of(Fault.BUYER));
                case ACCEPT -> EnumSet.of(Fault.SUBJECT, Fault.LISTING, Fault.STATE, Fault.TIER);
                case REPRICE -> EnumSet.complementOf(EnumSet.of(Fault.BUYER, Fault.STATE));
            };
        }

        /** The reason, and for terms the member at fault. */
        String refusal(Fault fault) {
            return switch (fault) {
                case SUBJECT -> "not_in_scope";
                case LISTING -> "listing_closed";
                case BUYER -> "counterparty_not_eligible";
                case DEAL_TERMS -> this == REPRICE ? "terms_invalid list_price" : "terms_invalid price";
                case STATE -> this == CREATE ? "terms_invalid supersedes" : "offer_not_open";
                case BUDGET -> "offer_budget_exceeded";
                case FLOOR -> "below_floor";
                case TIER -> "action_forbidden";
            };
        }
    }

    @TestFactory
    @DisplayName("DEC-1: of the checks of a bargain's verbs the first failing one decides")
    Stream<DynamicTest> pairs(World world, Path state) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            for (Fault first : verb.faults()) {
                for (Fault second : verb.faults()) {
                    if (first.compareTo(second) <= 0) {
                        String name = verb.action + ", " + first + " before " + second + ": " + verb.refusal(first);
                        EnumSet<Fault> faults = EnumSet.of(first, second);
                        tests.add(DynamicTest.dynamicTest(
                                name,
                                () -> assertThat(answered(world, state, verb, faults))
                                        .isEqualTo(verb.refusal(first))));
                    }
                }
            }
        }
        return tests.stream();
    }

    @TestFactory
    @DisplayName("DEC-1: the same calls with nothing wrong are carried out (the control of the pairs)")
    Stream<DynamicTest> controls(World world, Path state) {
        return Stream.of(Verb.values())
                .map(verb -> DynamicTest.dynamicTest(
                        verb.action,
                        () -> assertThat(answered(world, state, verb, EnumSet.noneOf(Fault.class)))
                                .isEqualTo("auto")));
    }

    /** The refusal's reason, with the member at fault where there is one; else the decision. */
    private static String answered(World world, Path state, Verb verb, EnumSet<Fault> faults) throws Exception {
        Answer answer = call(world, state, verb, faults);
        String forbid = "forbid;action=\"" + verb.action + "\";reason=";
        if (!answer.decision().startsWith(forbid)) {
            return answer.decision();
        }
        List<String> reason = new ArrayList<>(List.of(answer.decision().substring(forbid.length())));
        reason.addAll(answer.json().path("detail").propertyNames());
        return String.join(" ", reason);
    }

    private static Answer call(World world, Path state, Verb verb, EnumSet<Fault> faults) throws Exception {
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) listing.path("terms"))
                .putObject("counterparty_requirements")
                .putArray("jurisdictions")
                .add("FR");
        Haggle haggle = Haggle.of(world, listing);
        Agent buyer = faults.contains(Fault.BUYER) ? haggle.rival : haggle.buyer;
        String offer = haggle.offered(haggle.buyer, 80_000);
        if (faults.contains(Fault.STATE) && verb != Verb.CREATE) {
            ok(201, haggle.counter(offer, 85_000));
        }
        if (faults.contains(Fault.BUDGET)) {
            useUp(Tables.of(state), haggle, verb == Verb.CREATE ? buyer : haggle.seller, verb);
        }
        if (faults.contains(Fault.LISTING)) {
            assertThat(Telling.of(world, state).delete(haggle.listing).statusCode())
                    .isEqualTo(204);
        }
        String tier = faults.contains(Fault.TIER) ? "forbid" : "auto";
        String sub = faults.contains(Fault.SUBJECT) ? haggle.sub + "-other" : haggle.sub;
        String token = verb == Verb.CREATE ? null : haggle.granted(sub, haggle.seller, tier);
        Agent agent = verb == Verb.CREATE ? buyer : haggle.seller;
        return agent.call("POST", target(verb, haggle, offer), token, body(verb, faults));
    }

    /** As if the agent had named three prices below the floor a moment ago. */
    private static void useUp(Tables tables, Haggle haggle, Agent agent, Verb verb) throws Exception {
        String side = verb == Verb.CREATE ? "buyer" : "seller";
        tables.execute(
                "INSERT INTO price_budget AS b VALUES (?, ?, ?, '{}', array_fill(?::timestamptz, ARRAY[3]), array_fill(?::text, ARRAY[3]))"
                        + " ON CONFLICT (listing_id, side, operator) DO UPDATE"
                        + " SET counted_at = excluded.counted_at, counted_by = excluded.counted_by",
                haggle.listing,
                side,
                agent.profile(),
                haggle.now().toString(),
                agent.jkt());
    }

    private static String target(Verb verb, Haggle haggle, String offer) {
        return switch (verb) {
            case CREATE -> haggle.offers();
            case COUNTER -> "/offers/" + offer + "/counter";
            case ACCEPT -> "/offers/" + offer + "/accept";
            case REPRICE -> "/listings/" + haggle.listing + "/reprice";
        };
    }

    private static String body(Verb verb, EnumSet<Fault> faults) {
        long amount = faults.contains(Fault.FLOOR) ? Haggle.FLOOR - 1 : 85_000;
        ObjectNode body = switch (verb) {
            case CREATE, COUNTER -> proposal(amount);
            case ACCEPT -> JsonNodeFactory.instance.objectNode();
            case REPRICE -> Haggle.price(amount);
        };
        if (faults.contains(Fault.DEAL_TERMS)) {
            ObjectNode price = (ObjectNode) body.at(verb == Verb.REPRICE ? "/list_price" : "/deal_terms/price");
            price.put("currency", "CHF");
        }
        if (faults.contains(Fault.STATE) && verb == Verb.CREATE) {
            body.put("supersedes", "off_" + "a".repeat(26));
        }
        return body.toString();
    }
}
