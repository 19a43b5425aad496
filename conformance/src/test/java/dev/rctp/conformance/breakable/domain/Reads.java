package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What can be read, and by whom (sections 4, 9 and 15). */
final class Reads {

    private static final int MOST_OFFERS = 1000;
    private static final Set<String> WAITING = Set.of("open", "awaiting_approval", "accepted");

    private final Parts parts;
    private final Approvals approvals;

    Reads(Parts parts, Approvals approvals) {
        this.parts = parts;
        this.approvals = approvals;
    }

    Outcome read(Admitted call) {
        return switch (call.verb()) {
            case READ_TERMS -> terms(call);
            case READ_OFFERS -> answered(offers(call));
            case READ_OFFER -> answered(offer(call));
            case READ_DEAL -> answered(deal(call).shown(parts.now()));
            case READ_EVENTS -> answered(events(call));
            case READ_RECORD -> answered(record(call));
            case READ_PROOF -> answered(proof(call));
            case READ_APPROVAL -> approvals.read(call, new Query(call).number("wait", 0, 0, 25));
            default -> throw new IllegalArgumentException(call.verb() + " doesn't read");
        };
    }

    private static Outcome answered(ObjectNode body) {
        return new Outcome.Answered(null, 200, body, null);
    }

    private Outcome terms(Admitted call) {
        Listing listing = parts.state().listings.get(call.param("listing_id"));
        if (listing == null) {
            throw Case.stranger();
        }
        ObjectNode shown = listing.shown();
        if (listing.terms != null && parts.broken(Fault.FLOOR_IN_PUBLIC_TERMS)) {
            ((ObjectNode) shown.path("public_terms"))
                    .set("least", listing.terms.all().path("floor"));
        }
        return answered(shown);
    }

    private ObjectNode offers(Admitted call) {
        Listing listing = parts.state().listings.get(call.param("listing_id"));
        if (listing == null || !listing.seller.equals(call.seller().sub())) {
            throw Case.stranger();
        }
        Instant now = parts.now();
        List<ObjectNode> shown = listing.offers.stream()
                .filter(o -> !o.untaken && o.era == listing.era)
                .filter(o -> !o.written.equals("refused") || showsRefused())
                .sorted(Comparator.comparing(o -> !WAITING.contains(o.state(now))))
                .limit(MOST_OFFERS)
                .map(o -> o.shown(now))
                .toList();
        ObjectNode answer = Json.object();
        answer.set("offers", Json.list(shown));
        return answer;
    }

    private boolean showsRefused() {
        return parts.broken(Fault.REFUSED_OFFERS_SHOWN_TO_SELLER);
    }

    private ObjectNode offer(Admitted call) {
        Offer offer = parts.state().offers.get(call.param("offer_id"));
        if (offer == null || offer.untaken) {
            throw Case.stranger();
        }
        Negotiation with = offer.negotiation;
        boolean buyer = buys(with, call);
        boolean seller = call.grant() != null
                && call.grant().sub().equals(offer.listing().seller)
                && offer.era == offer.listing().era
                && !offer.written.equals("refused");
        if (!buyer && !seller && !parts.broken(Fault.OFFER_READ_BY_STRANGER)) {
            throw Case.stranger();
        }
        ObjectNode shown = offer.shown(parts.now());
        Checkout checkout = offer.checkout;
        boolean theirs = buyer && call.grant() == null;
        if (!buyer && parts.broken(Fault.CHECKOUT_READ_BY_OTHERS)) {
            theirs = true;
        }
        if (checkout != null && (theirs || buyer) && offer.state(parts.now()).equals("accepted")) {
            shown.put("checkout", checkout.token);
        }
        if (checkout != null && seller && parts.broken(Fault.CHECKOUT_UNDER_ANOTHER_NAME)) {
            shown.put("token", checkout.token);
        }
        return shown;
    }

    private static boolean buys(Negotiation with, Admitted call) {
        return with.jkt().equals(call.caller().jkt())
                && with.profile().equals(call.caller().profile());
    }

    private Deal deal(Admitted call) {
        Deal deal = parts.state().deal(call);
        if (deal.rolesOf(call).isEmpty() && !parts.broken(Fault.DEAL_READ_BY_STRANGER)) {
            throw Case.stranger();
        }
        return deal;
    }

    private ObjectNode events(Admitted call) {
        Query query = new Query(call);
        Deal deal = deal(call);
        long from = query.number("from", 1, 1, Long.MAX_VALUE);
        List<ObjectNode> entries = deal.events.stream()
                .filter(e -> e.seq() >= from)
                .limit(query.number("limit", 1000, 1, 1000))
                .map(e -> parts.ledger().entry(deal.subject(), e.seq()))
                .toList();
        ObjectNode answer = Json.object();
        answer.set("events", Json.list(entries));
        return answer;
    }

    private ObjectNode record(Admitted call) {
        Query query = new Query(call);
        Subject subject = new Subject(call.param("type"), call.param("id"));
        Set<String> readers = readers(call, subject);
        if (readers.isEmpty() || parts.ledger().head(subject).isEmpty()) {
            throw Case.stranger();
        }
        readers.add("jkt:" + call.caller().jkt());
        return parts.ledger()
                .read(
                        subject,
                        query.number("from", 1, 1, Long.MAX_VALUE),
                        (int) query.number("limit", 1000, 1, 1000),
                        readers);
    }

    private ObjectNode proof(Admitted call) {
        Subject subject = new Subject(call.param("type"), call.param("id"));
        if (readers(call, subject).isEmpty() || parts.ledger().head(subject).isEmpty()) {
            throw Case.stranger();
        }
        return parts.log()
                .proof(subject)
                .orElseThrow(() -> new Refusal(
                        Outcome.Refused.because(
                                        Reason.ENFORCEMENT_UNAVAILABLE,
                                        "not_logged",
                                        "No checkpoint has the record yet.")
                                .retryAfter(Duration.ofMinutes(1)),
                        null));
    }

    private Set<String> readers(Admitted call, Subject subject) {
        Set<String> readers = switch (subject.type()) {
            case "negotiation" -> negotiation(call, parts.state().negotiations.get(subject.id()));
            case "deal" -> dealReaders(call, parts.state().deals.get(subject.id()));
            case "listing" -> listing(call, subject.id());
            default -> Set.of();
        };
        if (readers.isEmpty() && parts.broken(Fault.RECORD_READ_BY_STRANGER)) {
            readers = Set.of("stranger");
        }
        return new HashSet<>(readers);
    }

    private static Set<String> negotiation(Admitted call, @Nullable Negotiation negotiation) {
        if (negotiation == null) {
            return Set.of();
        }
        Set<String> readers = new HashSet<>();
        if (buys(negotiation, call)) {
            readers.add("buyer");
        }
        if (call.grant() != null && call.grant().sub().equals(negotiation.listing().seller)) {
            readers.add("seller");
        }
        return readers;
    }

    private static Set<String> dealReaders(Admitted call, @Nullable Deal deal) {
        if (deal == null || !deal.open) {
            return Set.of();
        }
        // who could still come to have a role reads, but opens only what is confided to it
        return deal.rolesOf(call).stream()
                .map(role -> role.equals("seller") || deal.roles.containsKey(role) ? role : "party")
                .collect(Collectors.toSet());
    }

    private Set<String> listing(Admitted call, String id) {
        if (call.grant() == null) {
            return Set.of();
        }
        String seller = call.grant().sub();
        Listing listing = parts.state().listings.get(id);
        Approval made = parts.state().approvals.get(id);
        boolean own = listing != null
                ? listing.seller.equals(seller)
                : made != null && made.call.seller().sub().equals(seller);
        return own ? Set.of("seller") : Set.of();
    }

    /** The query of a read; anything but its numbers is malformed. */
    private record Query(Admitted call) {

        long number(String name, long usual, long least, long most) {
            String query = call.request().query().orElse("");
            for (String pair : query.split("&", -1)) {
                if (pair.startsWith(name + "=")) {
                    return parsed(pair.substring(name.length() + 1), least, most);
                }
            }
            return usual;
        }

        private static long parsed(String text, long least, long most) {
            if (text.matches("[0-9]{1,18}") && Long.parseLong(text) >= least && Long.parseLong(text) <= most) {
                return Long.parseLong(text);
            }
            throw new Refusal(Outcome.Refused.of(Reason.REQUEST_INVALID, "The query is malformed."), null);
        }
    }
}
