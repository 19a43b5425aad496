package dev.rctp.conformance.vectors;

import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Deal events (EVT-1), judged by themselves: not who may write them, nor when. */
final class EventVectors {

    private final VectorFile file = new VectorFile(
            "deal-events", "Events as a gateway judges them before it asks for the writer's role and the money rules.");
    private final Cast cast;

    EventVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        file.shared("now", JsonNodeFactory.instance.numberNode(Cast.NOW));
        file.shared("profile", JsonNodeFactory.instance.stringNode(Cast.HOLDER_OPERATOR));
        file.shared("deal_id", JsonNodeFactory.instance.stringNode(Cast.DEAL));
        file.shared("price", Texts.object(Cast.DEAL_TERMS).path("price"));
        file.keys(cast.holder(), cast.p384(), cast.ed25519());
        good();
        TokenFaults.of(cast.stranger()).forEach(one -> bad(one.name(), one.comment(), one.fault(), one.change()));
        claims();
        return file;
    }

    private void good() {
        for (String type : List.of("funds_held", "released", "refund")) {
            good(type.replace('_', '-'), "The deal's money.", d -> d.claim("type", type));
        }
        unpaid("accepted", "The buyer has it.", "accepted", _ -> {});
        unpaid("rejected", "Not as described.", "rejected", d -> d.claim("reason", "not_as_described"));
        unpaid("not-received", "Not received.", "rejected", d -> d.claim("reason", "not_received"));
        for (String type : List.of("shipped", "delivered", "returned_to_sender", "return")) {
            unpaid(
                    "first-hand-" + type.replace('_', '-'),
                    "By who saw it.",
                    type,
                    d -> d.claim("relation", "first_hand"));
        }
        unpaid(
                "relayed",
                "Passed on, with whose report it is.",
                "delivered",
                d -> d.claim("relation", "relayed")
                        .claim("reported_by", "https://carrier.example/p")
                        .claim("source_event_id", "parcel-9"));
        unpaid(
                "informative",
                "A name of one's own, with data.",
                "example.carrier.in_transit",
                d -> d.claim("data", Texts.object("{'place':'Graz','stops':[1,2]}")));
        unpaid(
                "succession",
                "EVT-2: the next key.",
                "dev.rctp.key_succession",
                d -> d.claim("next_jkt", cast.stranger().thumbprint()));
        good("source-event-id", "With the writer's own id.", d -> d.claim("source_event_id", "escrow-77"));
        good("es384", "By a P-384 key.", d -> key(d, cast.p384()), cast.p384());
        good("ed25519", "By an Ed25519 key.", d -> key(d, cast.ed25519()), cast.ed25519());
        good("iat-oldest", "300 s old is just in time.", d -> d.claim("iat", Cast.NOW - 300));
        good("iat-furthest", "60 s ahead is just in time.", d -> d.claim("iat", Cast.NOW + 60));
    }

    private static void key(JwsDraft draft, TestKey key) {
        draft.signer(key).head("alg", key.algorithm()).head("kid", key.thumbprint());
    }

    private void claims() {
        bad("iat-too-old", "301 s old.", "iat", d -> d.claim("iat", Cast.NOW - 301));
        bad("iat-too-far", "61 s ahead.", "iat", d -> d.claim("iat", Cast.NOW + 61));
        bad(
                "occurred-later",
                "Occurs 61 s from now.",
                "occurred_at",
                d -> d.claim("occurred_at", "2026-09-21T14:14:21Z"));
        bad("iss-other", "Of another operator.", "iss", d -> d.claim("iss", Cast.BUYER_OPERATOR));
        bad("deal-other", "Of another deal.", "deal_id", d -> d.claim("deal_id", Texts.id("dea_", 'z')));
        bad("amount-other", "EVT-4: not the deal's price.", "amount", d -> amount(d, 89999, "EUR"));
        bad("currency-other", "B98: another currency.", "amount", d -> amount(d, 90000, "JPY"));
        bad("amount-absent", "Funds without an amount.", "claims", d -> d.without("amount"));
        bad("amount-negative", "B102: below 0.", "claims", d -> amount(d, -1, "EUR"));
        bad(
                "amount-fraction",
                "B101: a fraction.",
                "claims",
                d -> d.payload(d.claims().toString().replace("90000", "90000.5")));
        bad(
                "amount-text",
                "An amount as text.",
                "claims",
                d -> d.payload(d.claims().toString().replace("90000", "\"90000\"")));
        bad(
                "amount-big",
                "B64: over 2^53-1.",
                "claims",
                d -> d.payload(d.claims().toString().replace("90000", "9007199254740993")));
        bad("type-unknown", "Neither a checkpoint nor a reverse-domain name.", "claims", d -> d.claim("type", "paid"));
        bad("claim-more", "An unknown claim.", "claims", d -> d.claim("exp", Cast.NOW));
        bad("jti-space", "A jti with a space.", "claims", d -> d.claim("jti", "e 1"));
        bad("time-offset", "B104: an offset.", "claims", d -> d.claim("occurred_at", "2026-09-21T14:13:20+00:00"));
        bad("time-leap", "B104: a leap second.", "claims", d -> d.claim("occurred_at", "2026-06-30T23:59:60Z"));
        for (String claim : List.of("iss", "deal_id", "type", "occurred_at", "iat", "jti")) {
            bad("no-" + claim.replace('_', '-'), "Without " + claim + ".", "claims", d -> d.without(claim));
        }
        bad("accepted-amount", "An amount where there is none.", "claims", d -> d.claim("type", "accepted"));
        bad(
                "rejected-no-reason",
                "No reason.",
                "claims",
                d -> d.claim("type", "rejected").without("amount"));
        bad(
                "delivered-no-relation",
                "No relation.",
                "claims",
                d -> d.claim("type", "delivered").without("amount"));
        bad(
                "relayed-no-reporter",
                "Whose report it is, is missing.",
                "claims",
                d -> d.claim("type", "delivered")
                        .claim("relation", "relayed")
                        .claim("source_event_id", "p-9")
                        .without("amount"));
    }

    private static void amount(JwsDraft draft, long amount, String currency) {
        draft.claim(
                "amount",
                JsonNodeFactory.instance.objectNode().put("amount", amount).put("currency", currency));
    }

    private void unpaid(String name, String comment, String type, Consumer<JwsDraft> change) {
        good(name, comment, change.andThen(d -> d.claim("type", type).without("amount")));
    }

    private void good(String name, String comment, Consumer<JwsDraft> change) {
        good(name, comment, change, cast.holder());
    }

    private void good(String name, String comment, Consumer<JwsDraft> change, TestKey key) {
        JwsDraft draft = draft();
        change.accept(draft);
        ObjectNode made = file.valid(name, "EVT-1", comment);
        made.put("event", draft.compact()).put("request_key", key.thumbprint());
        made.putObject("expected").set("claims", draft.claims());
    }

    private void bad(String name, String comment, String fault, Consumer<JwsDraft> change) {
        JwsDraft draft = draft();
        change.accept(draft);
        file.invalid(name, "EVT-1", comment)
                .put("event", draft.compact())
                .put("request_key", cast.holder().thumbprint())
                .putObject("expected")
                .put("reason", "request_invalid")
                .put("fault", fault);
    }

    private JwsDraft draft() {
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", Cast.HOLDER_OPERATOR).put("deal_id", Cast.DEAL).put("type", "funds_held");
        claims.put("occurred_at", "2026-09-21T14:13:00Z").put("iat", Cast.NOW).put("jti", "e-1");
        claims.set("amount", Texts.object(Cast.DEAL_TERMS).path("price"));
        return new JwsDraft(cast.holder(), "rctp-deal-event+jwt", claims);
    }
}
