package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.domain.deal.CheckoutToken;
import dev.rctp.conformance.breakable.domain.deal.MoneyRules;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Forward;
import dev.rctp.registries.Reason;
import dev.rctp.registries.ReleaseCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@code deal.open} and {@code deal.commit_to_ship} (CHK-1, section 15). */
final class Deals {

    private static final Duration FUNDS_WITHIN = Duration.ofDays(3);

    private final Parts parts;
    private final Notices notices;
    private final CheckoutToken tokens;
    private final Consumer<Listing> changed;

    Deals(Parts parts, Notices notices, CheckoutToken tokens, Consumer<Listing> changed) {
        this.parts = parts;
        this.notices = notices;
        this.tokens = tokens;
        this.changed = changed;
    }

    Plan open(Case judged) {
        Checkout checkout = redeemable(judged, presented(judged));
        Offer offer = checkout.offer;
        Listing listing = offer.listing();
        Deal deal = deal(offer, judged.now);
        Plan plan = new Plan(
                judged,
                new Place(deal.subject(), "buyer", "buyer"),
                listing,
                Forward.of(judged.call, parts.ids().fresh("int_"))
                        .with("RCTP-Terms", offer.terms.commitment())
                        .with("RCTP-Offer", offer.id)
                        .with("RCTP-Negotiation", offer.negotiation.id())
                        .with("RCTP-Deal", deal.id));
        plan.status = 201;
        describe(plan, deal, listing);
        plan.begin = () -> checkout.redeeming = true;
        plan.undo = () -> {
            checkout.redeeming = false;
            checkout.excused = true;
        };
        plan.done = _ -> {
            checkout.redeeming = false;
            checkout.redeemed = true;
            sell(listing, deal);
            notices.toSellers(listing, "deal.opened", deal.id, "open");
            notices.toBuyer(offer, "deal.opened", deal.id, "open");
            return deal.shown(parts.now());
        };
        return plan;
    }

    private String presented(Case judged) {
        if (parts.broken(Fault.CHECKOUT_ALG_NONE)) {
            return tokens.unsigned(
                    judged.call.request().body(), parts.state().checkouts.keySet());
        }
        return Json.text(judged.body("deal-open-request"), "checkout");
    }

    private void sell(Listing listing, Deal deal) {
        deal.open = true;
        parts.state().deals.put(deal.id, deal);
        if (parts.broken(Fault.LISTING_NOT_SOLD)) {
            listing.hold = null;
            return;
        }
        listing.sold = deal;
        listing.hold = null;
        notices.declineStanding(listing, deal.offer);
        changed.accept(listing);
    }

    private Deal deal(Offer offer, Instant now) {
        Terms terms = offer.terms;
        ReleaseCondition condition = parts.registries()
                .releaseConditions()
                .find(Json.text(terms.all(), "release_condition"))
                .orElseThrow();
        Instant lapsesAt = now.plus(FUNDS_WITHIN);
        int days = terms.all().path("deliver_within_days").intValue();
        MoneyRules money = new MoneyRules(condition, days, lapsesAt, parts.faults());
        return new Deal(parts.ids().fresh("dea_"), offer, offer.listing().seller, money, lapsesAt);
    }

    private void describe(Plan plan, Deal deal, Listing listing) {
        Terms terms = deal.offer.terms;
        plan.recorded
                .put("terms_commitment", terms.commitment())
                .put("listing_id", listing.id)
                .put("deal_id", deal.id);
        plan.recorded.set("offer", deal.offer.shown(plan.judged.now));
        plan.recorded
                .put("release_condition", Json.text(terms.all(), "release_condition"))
                .put(
                        "deliver_within_days",
                        terms.all().path("deliver_within_days").intValue())
                .put("lapses_at", deal.lapsesAt.toString());
        Optional<Receipt> head = parts.ledger().head(deal.offer.negotiation.subject());
        if (head.isPresent() && !parts.broken(Fault.DEAL_WITHOUT_ITS_NEGOTIATION)) {
            byte[] hash = Base64.getDecoder().decode(head.get().hash());
            plan.recorded.set(
                    "negotiation",
                    Json.object()
                            .put("id", deal.offer.negotiation.id())
                            .put("seq", head.get().seq())
                            .put("hash", "sha-256:" + HexFormat.of().formatHex(hash)));
        }
    }

    /** The checkout that this key can redeem now; nothing tells why another can't be (CHK-1). */
    private Checkout redeemable(Case judged, String token) {
        Checkout checkout = parts.state()
                .checkouts
                .get(tokens.known(token, parts.state().checkouts.keySet()));
        if (checkout == null) {
            throw invalid(judged);
        }
        Negotiation with = checkout.offer.negotiation;
        boolean own = with.jkt().equals(judged.jkt())
                && with.profile().equals(judged.call.caller().profile());
        if (!own && !parts.broken(Fault.CHECKOUT_BY_ANY_KEY)) {
            throw invalid(judged);
        }
        judged.at(new Place(Subject.negotiation(with.id()), "buyer", "buyer"));
        boolean used = checkout.redeemed || checkout.redeeming;
        if (used && !parts.broken(Fault.CHECKOUT_REDEEMED_TWICE)) {
            throw invalid(judged);
        }
        if (checkout.lapsed(judged.now) && !parts.broken(Fault.EXPIRED_CHECKOUT_REDEEMED)) {
            throw invalid(judged);
        }
        if (checkout.voided || checkout.offer.listing().withdrawn) {
            throw judged.refuse(Reason.LISTING_CLOSED, "The listing is closed.");
        }
        if (!Json.text(tokens.claims(token), "listing_hash")
                        .equals(checkout.offer.listing().hash())
                && parts.broken(Fault.CHECKOUT_BY_TODAYS_LISTING)) {
            throw invalid(judged);
        }
        return checkout;
    }

    private static Refusal invalid(Case judged) {
        return judged.refuse(Reason.CHECKOUT_INVALID, "The checkout is not one that this agent can redeem now.");
    }

    Plan commit(Case judged) {
        Deal deal = parts.state().deals.get(judged.call.param("deal_id"));
        boolean own = deal != null && deal.seller.equals(judged.seller());
        if (deal != null && own) {
            judged.at(new Place(deal.subject(), "seller", "seller"));
        }
        ObjectNode body = judged.body("deal-commit-request");
        if (deal == null || !own) {
            throw Case.stranger();
        }
        String state = deal.money.state(judged.now);
        boolean over = state.equals("released") || state.equals("refunded") || state.equals("lapsed");
        if (over || deal.promised) {
            throw judged.refuse(Reason.OFFER_NOT_OPEN, "There is nothing to promise on this deal any more.");
        }
        Plan plan = new Plan(
                judged,
                judged.place(),
                deal.offer.listing(),
                Forward.of(judged.call, parts.ids().fresh("int_"))
                        .with("RCTP-Terms", deal.offer.terms.commitment())
                        .with("RCTP-Offer", deal.offer.id)
                        .with("RCTP-Negotiation", deal.offer.negotiation.id())
                        .with("RCTP-Deal", deal.id));
        plan.deal = deal;
        plan.about.put("listing_id", deal.offer.listing().id).put("deal_id", deal.id);
        plan.about.set("deal_terms", deal.offer.dealTerms);
        plan.display.set("deal", deal.shown(judged.now));
        plan.display.setAll(body);
        plan.recorded.put("deal_id", deal.id).setAll(body);
        plan.begin = () -> deal.promised = true;
        plan.undo = () -> deal.promised = false;
        plan.done = _ -> {
            notices.toParties(
                    deal,
                    "deal.committed",
                    deal.money.state(parts.now()),
                    judged.call.caller().profile());
            return deal.shown(parts.now());
        };
        return plan;
    }

    /** Writes the lapse of each deal that had no funds in time (EVT-6). */
    void lapse() {
        for (Deal deal : parts.state().deals.values()) {
            @Nullable Instant due = deal.open && !deal.lapseWritten ? deal.lapsesAt : null;
            if (due != null && deal.money.lapsed(parts.now())) {
                deal.lapseWritten = true;
                parts.ledger().append(deal.subject(), "lapsed", Json.object().put("deal_id", deal.id));
                notices.lapsed(deal);
            }
        }
    }
}
