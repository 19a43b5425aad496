package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Decision;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Outcome.Refused;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.domain.Deal.Party;
import dev.rctp.conformance.breakable.domain.Deal.Written;
import dev.rctp.conformance.breakable.domain.deal.EventJws;
import dev.rctp.conformance.breakable.domain.deal.MoneyRules;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.conformance.breakable.upstream.Delivery;
import dev.rctp.conformance.breakable.upstream.Forward;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** {@code deal.event}: what a party reports (EVT-1 to EVT-5). */
final class Events {

    private static final int MOST_INFORMATION = 100;

    private final Parts parts;
    private final Notices notices;
    private final EventJws reader;
    private final EventClaims claims;
    private final EventWriters writers;

    Events(Parts parts, Notices notices) {
        this.parts = parts;
        this.notices = notices;
        this.reader = new EventJws(this::published, parts.faults());
        this.claims = new EventClaims(parts);
        this.writers = new EventWriters(parts.faults());
    }

    private Optional<PublicJwk> published(String kid) {
        return parts.config().operators().stream()
                .flatMap(operator -> parts.profiles().current(operator.profile()).stream())
                .flatMap(profile -> Stream.ofNullable(profile.keys().get(kid)))
                .findFirst();
    }

    /** Records the event or gives the first one again; with the state locked. */
    Outcome report(Case judged) {
        Admitted call = judged.call;
        Deal deal = parts.state().deal(call);
        Set<String> mine = deal.rolesOf(call);
        boolean former = deal.former.contains(Party.of(call.caller()));
        if (mine.isEmpty() && !former) {
            throw Case.stranger();
        }
        if (!mine.isEmpty()) {
            judged.at(deal.place(call, mine));
        }
        String compact = Json.text(judged.body("deal-event-post-request"), "event");
        ObjectNode event = reader.claims(compact, call.caller())
                .orElseThrow(() -> judged.refuse(Reason.REQUEST_INVALID, "The event is not a JWS of the calling key."));
        claims.standing(judged, deal, event);
        Optional<Outcome> again = repeated(judged, deal, event, mine);
        if (again.isPresent()) {
            return again.get();
        }
        if (former && mine.isEmpty()) {
            throw Case.stranger();
        }
        claims.current(judged, event);
        String role = writers.role(judged, deal, event, mine);
        rules(judged, deal, event, role);
        return write(judged, deal, event, role, compact);
    }

    private Optional<Outcome> repeated(Case judged, Deal deal, ObjectNode event, Set<String> mine) {
        Written same = deal.byJti(Json.text(event, "jti"));
        if (same == null) {
            same = claims.sameSource(deal, event);
        } else if (parts.broken(Fault.EVENT_REPLAY_WRITES_AGAIN)) {
            return Optional.empty();
        }
        if (same == null) {
            return Optional.empty();
        }
        boolean writer = same.profile().equals(judged.call.caller().profile())
                || !writers.allowed(event, mine).isEmpty();
        if (!writer) {
            throw judged.refuse(Reason.NOT_IN_SCOPE, "Such events are another party's to write.");
        }
        if (!claims.same(same, event) && !parts.broken(Fault.EVENT_CONFLICT_UNSEEN)) {
            throw judged.refuse(Reason.IDEMPOTENCY_CONFLICT, "The deal has another event of that name.");
        }
        return Optional.of(first(deal, same));
    }

    private Outcome first(Deal deal, Written written) {
        Receipt receipt = parts.ledger().receipt(deal.subject(), written.seq());
        return new Outcome.Answered(
                new Decision.Auto(), 200, parts.ledger().entry(deal.subject(), written.seq()), receipt);
    }

    private void rules(Case judged, Deal deal, ObjectNode event, String role) {
        String type = Json.text(event, "type");
        if (!MoneyRules.isCheckpoint(type)) {
            int written = deal.information.merge(role, 1, Integer::sum);
            if (written > MOST_INFORMATION) {
                ObjectNode detail = Json.object().put("cause", "limit");
                throw judged.refuse(new Refused(
                        Reason.ENFORCEMENT_UNAVAILABLE, 429, "The deal has enough information.", detail, null, null));
            }
            return;
        }
        List<String> lacks = deal.money.lacks(type, reason(event), judged.now);
        if (!lacks.isEmpty()) {
            Refused answer = Refused.of(Reason.RELEASE_CONDITION_UNMET, "The deal is not ready for this event.");
            if (!parts.broken(Fault.UNMET_NOT_NAMED)) {
                answer.detail().set("unmet", Json.texts(lacks));
            }
            throw judged.refuse(answer);
        }
    }

    private static @Nullable String reason(ObjectNode event) {
        return event.has("reason") ? Json.text(event, "reason") : null;
    }

    private Outcome write(Case judged, Deal deal, ObjectNode event, String role, String compact) {
        Admitted call = judged.call;
        String type = Json.text(event, "type");
        Forward forward = Forward.of(call, parts.ids().fresh("int_"))
                .with("RCTP-Terms", deal.offer.terms.commitment())
                .with("RCTP-Offer", deal.offer.id)
                .with("RCTP-Negotiation", deal.offer.negotiation.id())
                .with("RCTP-Deal", deal.id);
        ObjectNode body = judged.entry().put("decision", "auto").put("intent", forward.key());
        body.put("event", compact).set("jwk", call.caller().jwk());
        if (parts.broken(Fault.EVENT_ENTRY_WITHOUT_ITS_KEY)) {
            body.remove("jwk");
        }
        body.put("role", role).put("type", type);
        Receipt receipt = parts.ledger().append(deal.subject(), "event", body);
        boolean acceptance =
                parts.broken(Fault.INFORMATION_IS_ACCEPTANCE) && role.equals("buyer") && !MoneyRules.isCheckpoint(type);
        deal.money.happens(acceptance ? "accepted" : type, reason(event), parts.now());
        deal.events.add(new Written(event, receipt.seq(), call.caller().profile()));
        deal.reporters.add(call.caller().profile());
        if (Deal.TAKEN.contains(role) && !parts.broken(Fault.ROLE_NOT_TAKEN)) {
            deal.roles.putIfAbsent(role, Party.of(call.caller()));
        }
        if (type.equals(EventClaims.SUCCESSION) && !parts.broken(Fault.SUCCESSION_IGNORED)) {
            succeed(deal, call, Json.text(event, "next_jkt"));
        }
        notices.toParties(
                deal, "deal.event", deal.money.state(parts.now()), call.caller().profile());
        tell(deal, forward, call);
        return new Outcome.Answered(
                new Decision.Auto(), 201, parts.ledger().entry(deal.subject(), receipt.seq()), receipt);
    }

    private static void succeed(Deal deal, Admitted call, String next) {
        Party old = Party.of(call.caller());
        Party heir = new Party(old.profile(), next);
        deal.roles.replaceAll((role, owner) -> owner.equals(old) ? heir : owner);
        deal.former.add(old);
    }

    /** The marketplace is told afterwards, one event of a deal after the other (EVT-5). */
    private void tell(Deal deal, Forward forward, Admitted call) {
        if (parts.broken(Fault.EVENT_NOT_FORWARDED)) {
            return;
        }
        deal.told = deal.told
                .thenCompose(_ -> parts.upstream().forward(forward))
                .thenApply(delivery -> parts.state().locked(() -> told(deal, forward, call, delivery)))
                .thenCompose(_ -> CompletableFuture.<Void>completedFuture(null));
    }

    private Receipt told(Deal deal, Forward forward, Admitted call, Delivery delivery) {
        ObjectNode body = Json.object().put("action", call.verb().action()).put("intent", forward.key());
        return switch (delivery) {
            case Delivery.Done done ->
                parts.ledger()
                        .append(
                                deal.subject(),
                                "done",
                                body.put("marketplace_status", done.status())
                                        .put("marketplace_body_hash", Sha256.text(done.body())));
            case Delivery.Vetoed vetoed ->
                parts.ledger()
                        .append(
                                deal.subject(),
                                "failed",
                                body.put("marketplace_status", vetoed.status())
                                        .put("marketplace_body_hash", Sha256.text(vetoed.body())));
            case Delivery.Failed() -> parts.ledger().append(deal.subject(), "failed", body);
        };
    }
}
