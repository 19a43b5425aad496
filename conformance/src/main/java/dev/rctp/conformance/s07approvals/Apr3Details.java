package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** APR-3: what the seller's passkey signs. */
public final class Apr3Details implements Section {

    private static final int NONCE_OCTETS = 16;

    private static final Set<String> ALWAYS = Set.of(
            "type",
            "approval_id",
            "action",
            "agent_id",
            "agent_jkt",
            "operator",
            "seller",
            "request_digest",
            "display_digest",
            "decision",
            "expires_at",
            "nonce");

    @Override
    public void register(Suite suite) {
        suite.test("APR-3.7", Apr3Details::challenges);
        member(suite, "APR-3.8", "type", (asking, page) -> "dev.rctp.approval");
        member(suite, "APR-3.9", "approval_id", (asking, page) -> page.id());
        suite.test("APR-3.10", Apr3Details::action);
        suite.test("APR-3.11", Apr3Details::agentId);
        member(suite, "APR-3.12", "agent_jkt", (asking, page) -> asking.agent().jkt());
        member(suite, "APR-3.13", "operator", (asking, page) -> asking.agent().profileUrl());
        member(suite, "APR-3.14", "seller", (asking, page) -> asking.grant().sub());
        suite.test("APR-3.15", Apr3Details::listing);
        suite.test("APR-3.16", Apr3Details::offer);
        suite.test("APR-3.17", Apr3Details::deal);
        suite.test("APR-3.18", Apr3Details::price);
        suite.test("APR-3.19", Apr3Details::dealTerms);
        suite.test("APR-3.20", Apr3Details::listingHash);
        suite.test("APR-3.21", Apr3Details::termSet);
        suite.test("APR-3.22", Apr3Details::commitment);
        suite.test("APR-3.23", Apr3Details::requestDigest);
        member(
                suite,
                "APR-3.24",
                "display_digest",
                (asking, page) -> asking.trial()
                        .preparing(() -> digest(asking.trial(), page.request().path("display"), "`display`")));
        suite.test("APR-3.25", Apr3Details::decision);
        member(
                suite,
                "APR-3.26",
                "expires_at",
                (asking, page) -> page.request().path("expires_at").asString(""));
        suite.test("APR-3.27", Apr3Details::nonce);
        suite.test("APR-3.28", Apr3Details::leftOut);
    }

    private interface Expected {
        String of(Asking asking, Page page);
    }

    private static void member(Suite suite, String id, String member, Expected expected) {
        suite.test(id, t -> {
            Asking asking = new Asking(t);
            Page page = asking.ask();
            for (String decision : List.of("approve", "decline")) {
                t.equal(
                        expected.of(asking, page),
                        text(page.details(decision), member),
                        "`" + member + "` to " + decision);
            }
        });
    }

    private static String text(JsonNode object, String member) {
        return object.path(member).asString("");
    }

    private static String digest(Trial t, JsonNode json, String what) {
        return Sha256.text(t.said(json, what).canonical().getBytes(StandardCharsets.UTF_8));
    }

    private static void challenges(Trial t) {
        JsonNode view = new Asking(t).ask().view();
        for (String decision : List.of("approve", "decline")) {
            JsonNode details = view.path("details").path(decision);
            t.that(details.isObject(), "The page has what is signed to " + decision + ".");
            String canonical = t.said(details, "What is signed to " + decision).canonical();
            byte[] hash = Sha256.bytes(canonical.getBytes(StandardCharsets.UTF_8));
            t.equal(
                    Base64.getUrlEncoder().withoutPadding().encodeToString(hash),
                    view.path("challenges").path(decision).asString(""),
                    "challenge to " + decision);
        }
    }

    private static void action(Trial t) {
        Asking asking = new Asking(t);
        asking.each((verb, call) ->
                t.equal(verb, text(asking.ask(call).details("decline"), "action"), "`action` of " + verb));
    }

    private static void agentId(Trial t) {
        Asking asking = new Asking(t);
        t.equal(
                asking.agent().agentId(),
                text(asking.ask().details("approve"), "agent_id"),
                "`agent_id` of the signed object");
    }

    private static void listing(Trial t) {
        Asking asking = new Asking(t);
        Offer offer = asking.offered();
        for (Call call : List.of(asking.answer(), asking.reprice(), asking.setTerms(), asking.accept(offer))) {
            t.equal(
                    asking.listing().id(),
                    text(asking.ask(call).details("decline"), "listing_id"),
                    "`listing_id` of the signed object");
        }
    }

    private static void offer(Trial t) {
        Asking asking = new Asking(t);
        for (Function<Offer, Call> verb : List.<Function<Offer, Call>>of(asking::accept, asking::counter)) {
            Offer offer = asking.offered();
            t.equal(
                    offer.id(),
                    text(asking.ask(verb.apply(offer)).details("approve"), "offer_id"),
                    "`offer_id` of the signed object");
        }
    }

    private static void deal(Trial t) {
        Asking asking = new Asking(t);
        Deal deal = t.scene().deal();
        Page page = asking.ask(asking.asks(t.scene().commit(deal)));
        t.equal(deal.id(), text(page.details("approve"), "deal_id"), "`deal_id` of the signed object");
    }

    private static void price(Trial t) {
        Asking asking = new Asking(t);
        for (Call call : List.of(asking.counter(asking.offered()), asking.reprice(), asking.create())) {
            JsonNode body = Asking.body(call);
            JsonNode price = body.path("deal_terms").has("price")
                    ? body.path("deal_terms").path("price")
                    : body.path("list_price");
            t.equal(price, asking.ask(call).details("decline").path("price"), "`price` of the signed object");
        }
        Page accept = asking.ask(asking.accept(asking.offered()));
        t.equal(Asking.price(), accept.details("approve").path("price"), "`price` of the signed object of an accept");
    }

    private static void dealTerms(Trial t) {
        Asking asking = new Asking(t);
        Offer offer = asking.offered();
        JsonNode offered =
                JsonMapper.shared().readTree(Json.dealTerms(Asking.PRICE).toString());
        Call counter = asking.counter(asking.offered());
        t.equal(
                offered,
                asking.ask(asking.accept(offer)).details("approve").path("deal_terms"),
                "`deal_terms` of the signed object of an accept");
        t.equal(
                Asking.body(counter).path("deal_terms"),
                asking.ask(counter).details("approve").path("deal_terms"),
                "`deal_terms` of the signed object of a counter");
    }

    private static void listingHash(Trial t) {
        Asking asking = new Asking(t);
        JsonNode listing = t.control(
                        t.scene()
                                .read(
                                        asking.agent(),
                                        "/listings/" + asking.listing().id() + "/terms"),
                        200)
                .json();
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        for (String member :
                List.of("listing_id", "title", "list_price", "term_set", "public_terms", "terms_commitment")) {
            t.blockedUnless(listing.has(member), "The listing has no `" + member + "`.");
            shown.set(member, listing.path(member));
        }
        String hash = t.preparing(() -> digest(t, shown, "The public listing"));
        for (Call call : List.of(asking.answer(), asking.accept(asking.offered()))) {
            t.equal(
                    hash,
                    text(asking.ask(call).details("approve"), "listing_hash"),
                    "`listing_hash` of the signed object");
        }
    }

    private static void termSet(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> t.equal(
                "goods.small/1",
                text(asking.ask(call).details("decline"), "term_set"),
                "`term_set` of the signed object"));
    }

    private static void commitment(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> {
            JsonNode taken = asking.ask(call)
                    .submitted(Json.terms(
                            PrivateAmount.random(t).amount(), t.world().clock().now()));
            t.equal(
                    text(taken, "terms_commitment"),
                    text(taken.path("details").path("approve"), "terms_commitment"),
                    "`terms_commitment` of the signed object");
        });
    }

    private static void requestDigest(Trial t) {
        Asking asking = new Asking(t);
        byte[] body = "{ \"text\" :  \"With its box.\" }".getBytes(StandardCharsets.UTF_8);
        Page page = asking.ask(asking.answer().body(body, "application/json"));
        t.equal(
                Sha256.text(body),
                text(page.details("approve"), "request_digest"),
                "`request_digest` of the signed object");
    }

    private static void decision(Trial t) {
        JsonNode details = new Asking(t).ask().view().path("details");
        for (String decision : List.of("approve", "decline")) {
            t.equal(
                    decision,
                    text(details.path(decision), "decision"),
                    "`decision` of the signed object to " + decision);
        }
    }

    private static void nonce(Trial t) {
        Page page = new Asking(t).ask();
        Set<String> seen = new HashSet<>();
        for (int n = 0; n < 3; n++) {
            JsonNode details = page.view().path("details");
            for (String decision : List.of("approve", "decline")) {
                String nonce = text(details.path(decision), "nonce");
                t.that(
                        nonce.matches("[A-Za-z0-9_-]{22}")
                                && Base64.getUrlDecoder().decode(nonce).length == NONCE_OCTETS,
                        "`nonce` is 128 bits in base64url; it is " + nonce + ".");
                t.that(seen.add(nonce), "Each signed object has a `nonce` of its own.");
            }
        }
    }

    private static void leftOut(Trial t) {
        Asking asking = new Asking(t);
        // "for listings `term_set` and `terms_commitment`": an answer about a listing may have them too
        only(
                t,
                asking.ask(asking.answer()).details("approve"),
                "listing_id",
                "listing_hash",
                "term_set",
                "terms_commitment");
        Page accept = asking.ask(asking.accept(asking.offered()));
        only(t, accept.details("approve"), "listing_id", "listing_hash", "offer_id", "price", "deal_terms");
        only(t, asking.ask(asking.create()).details("decline"), "listing_hash", "price", "term_set");
    }

    private static void only(Trial t, JsonNode details, String... applying) {
        Set<String> extra = new HashSet<>(details.propertyNames());
        extra.removeAll(ALWAYS);
        extra.removeAll(List.of(applying));
        t.that(extra.isEmpty(), "The signed object leaves out what does not apply; it has " + extra + ".");
    }
}
