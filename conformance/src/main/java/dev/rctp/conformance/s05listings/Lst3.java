package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.msgsig.agent.DecisionField;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** LST-3: what an agent proposes, what the seller's form takes, and what the marketplace is sent. */
public final class Lst3 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-3.1", t -> mayPropose(t, () -> t.scene().createListing()));
        suite.test(
                "LST-3.2", t -> mayPropose(t, () -> t.scene().setTerms(t.scene().listing(terms -> terms))));
        suite.test("LST-3.3", Lst3::neverStored);
        suite.test("LST-3.4", Lst3::notAdmitted);
        suite.test("LST-3.5", Lst3::eachField);
        suite.test("LST-3.6", Lst3::notWithoutPasskey);
        suite.test("LST-3.7", t -> sent(t, Lst3::withoutProposal));
        suite.test("LST-3.8", t -> sent(t, Lst3::withPublicTerms));
        suite.test("LST-3.9", t -> sent(t, Lst3::withCommitment));
    }

    private static void mayPropose(Trial t, Supplier<Call> calls) {
        t.control(calls.get(), 202);
        Answer answer = t.send(proposing(t, calls.get(), 6_000_000));
        t.that(
                answer.status() == 202 && answer.decision().orElse(null) instanceof DecisionField.Ask,
                "A call with `proposed_terms` was to be held, 202 with `ask`, not " + answer.inShort());
    }

    private static void neverStored(Trial t) {
        Listing listing = t.scene().listing(Terms.floor(8_000_000));
        String before = Shown.of(t, listing).commitment();
        Form form = new Form(t, t.scene().ask(proposing(t, t.scene().setTerms(listing), 6_000_000)));
        t.equal(before, Shown.of(t, listing).commitment(), "The commitment while other terms are only proposed");
        form.approve(Terms.with(Terms.floor(9_000_000).apply(form.goods()), "deliver_within_days", IntNode.valueOf(9)));
        t.equal(
                9,
                Shown.of(t, listing).publicTerms().path("deliver_within_days").asInt(0),
                "`deliver_within_days` of the approved terms, where 3 were proposed,");
        t.refused(t.send(t.scene().offer(t.scene().buyer(), listing, 7_000_000)), 403, "below_floor");
    }

    private static void notAdmitted(Trial t) {
        Form form = Form.ofNewListing(t);
        form.admits(form.goods());
        form.refuses(Terms.with(form.goods(), "deliver_within_days", IntNode.valueOf(0)), "no day to deliver");
    }

    private static void eachField(Trial t) {
        Form form = Form.ofNewListing(t);
        form.admits(form.goods());
        ObjectNode two = Terms.with(form.goods(), "deliver_within_days", IntNode.valueOf(31));
        two.putArray("payment_terms").add("barter");
        Answer answer = form.submit(two);
        JsonNode detail = answer.at("detail");
        for (String field : List.of("payment_terms", "deliver_within_days")) {
            t.that(
                    detail.toString().contains(field),
                    "`detail` was to have a message for `" + field + "`: " + answer.inShort());
        }
        for (String good : List.of("available_until", "fulfillment_options", "release_condition")) {
            t.that(
                    !detail.toString().contains(good),
                    "`detail` was to have no message for `" + good + "`, which is good: " + answer.inShort());
        }
        t.that(
                messages(detail, two) >= 2,
                "`detail` was to have a message for each of two fields, not their names alone: " + answer.inShort());
    }

    /** How many texts stand there that aren't just a field's name. */
    private static long messages(JsonNode detail, ObjectNode form) {
        if (detail.isString()) {
            String text = detail.asString("").strip();
            return text.isEmpty() || form.has(text) ? 0 : 1;
        }
        return detail.valueStream().mapToLong(part -> messages(part, form)).sum();
    }

    private static void notWithoutPasskey(Trial t) {
        Listing listing = t.scene().listing();
        String before = Shown.of(t, listing).commitment();
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        form.admits(form.goods());
        t.equal(before, Shown.of(t, listing).commitment(), "The commitment after terms were only submitted");
    }

    /**
     * A call as the marketplace got it.
     *
     * @param terms what the seller submitted
     * @param commitment what the form answered
     */
    private record Sent(Trial trial, Received request, ObjectNode terms, String commitment) {

        /** Its body; a missing node where that is no JSON. */
        JsonNode body() {
            try {
                return StrictJson.parse(request.body());
            } catch (InvalidJsonException _) {
                return MissingNode.getInstance();
            }
        }
    }

    private static void sent(Trial t, Consumer<Sent> judge) {
        String title = "A thing to sell " + t.world().fresh(12);
        approved(t, Edited.body(t.scene().createListing(), body -> body.put("title", title)), title, judge);
        Listing listing = t.scene().listing();
        approved(t, t.scene().setTerms(listing), listing.id(), judge);
    }

    private static void approved(Trial t, Call call, String mark, Consumer<Sent> judge) {
        Form form = new Form(t, t.scene().ask(proposing(t, call, 6_000_000)));
        ObjectNode terms = Terms.with(form.goods(), "deliver_within_days", IntNode.valueOf(9));
        String commitment = form.approve(terms).commitment();
        Received request = t.needed(
                t
                        .world()
                        .marketplace()
                        .requestsBy(
                                got -> got.method().equals(call.method()) && (got.target() + got.text()).contains(mark))
                        .stream()
                        .reduce((_, last) -> last)
                        .orElse(null),
                "The approved call did not reach the marketplace.");
        judge.accept(new Sent(t, request, terms, commitment));
    }

    private static void withoutProposal(Sent sent) {
        sent.trial()
                .that(
                        !sent.request().text().contains("proposed_terms"),
                        "The marketplace was to get no `proposed_terms`: "
                                + sent.request().text());
    }

    private static void withPublicTerms(Sent sent) {
        sent.trial()
                .equal(Terms.open(sent.terms()), sent.body().path("public_terms"), "`public_terms` at the marketplace");
    }

    private static void withCommitment(Sent sent) {
        sent.trial()
                .equal(
                        sent.commitment(),
                        sent.body().path("terms_commitment").asString(""),
                        "`terms_commitment` at the marketplace");
    }

    private static Call proposing(Trial t, Call call, long floor) {
        ObjectNode terms =
                Terms.floor(floor).apply(Terms.goods(t.world().clock().instant()));
        return Edited.body(call, body -> Terms.with(body, "proposed_terms", terms.put("deliver_within_days", 3)));
    }
}
