package dev.rctp.attest.verify;

import dev.rctp.attest.deal.Agreement;
import dev.rctp.attest.deal.DealHistory;
import dev.rctp.attest.deal.DealState;
import dev.rctp.attest.deal.EventClaims;
import dev.rctp.attest.deal.EventVerdict;
import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.attest.deal.EventWindow;
import dev.rctp.attest.deal.PastEvent;
import dev.rctp.attest.deal.Ruling;
import dev.rctp.attest.deal.VerifiedEvent;
import dev.rctp.attest.verify.RecordReport.Signer;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Registries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What parties reported along a deal's chain: each event is its party's, who had the role, and the money rules let it come when it came (EVT-1 to
 * EVT-6, REC-4). Its {@code iat} was judged by a clock that no chain holds, and a seller's grant stands in none either.
 */
final class DealEvents {

    private final Registries registries;
    private final EventVerifier verifier;
    private final List<Long> unjudged = new ArrayList<>();
    private final Signers signers = new Signers();
    private @Nullable Agreement agreement;
    private @Nullable DealHistory history;
    private boolean lapsed;

    DealEvents(Registries registries) {
        this.registries = registries;
        this.verifier = new EventVerifier(registries.schemas(), EventWindow.standard());
    }

    /**
     * Takes the next entry.
     *
     * @param part whether the chain's beginning is not here, where the deal's terms and earlier events may stand
     */
    void step(JsonNode entry, boolean part) throws Fault {
        if (!part && entry.path("seq").longValue() == 1) {
            opened(entry);
        }
        switch (entry.path("kind").asString("")) {
            case "event" -> event(entry, part);
            case "lapsed" -> lapsed(entry, part);
            default -> {
                // no party's event
            }
        }
    }

    /** The numbers of the events whose writers and money rules can't be judged, for the deal's beginning is not here. */
    List<Long> unjudged() {
        return List.copyOf(unjudged);
    }

    /** Whose keys signed the events, as far as these profiles tell. */
    List<Signer> signers(Map<String, List<JsonNode>> profiles) {
        return signers.judged(profiles);
    }

    private void opened(JsonNode entry) {
        agreement = Agreement.of(entry, registries.releaseConditions()).orElse(null);
        if (agreement != null) {
            history = DealHistory.opened(agreement, registries.checkpoints());
        }
    }

    private void event(JsonNode entry, boolean part) throws Fault {
        JsonNode body = entry.path("body");
        VerifiedEvent event = verified(entry, body);
        Role role = role(body.path("role").asString(""));
        long seq = entry.path("seq").longValue();
        signers.add(
                event.writer().profile(),
                event.writer().jkt(),
                body.path("role").stringValue(),
                seq);
        if (part) {
            unjudged.add(seq);
            return;
        }
        DealHistory before = known();
        Instant at = Instant.parse(entry.path("at").stringValue());
        judge(before.ruleRecorded(event, role, at));
        history = before.with(PastEvent.of(seq, at, role, event));
    }

    private VerifiedEvent verified(JsonNode entry, JsonNode body) throws Fault {
        JsonNode subject = entry.path("subject");
        Fault.unless(subject.path("type").asString("").equals("deal"), "an event in a chain that is no deal's");
        PartyKey key = PartyKey.of(body.path("jwk"));
        Instant at = Instant.parse(entry.path("at").stringValue());
        VerifiedEvent event = switch (verifier.read(body.path("event").asString(""), key, at)) {
            case EventVerdict.Verified(VerifiedEvent good) -> good;
            case EventVerdict.Refused refused -> throw new Fault("an event that is not good: " + refused.sentence());
        };
        EventClaims claims = event.claims();
        Fault.unless(subject.path("id").asString("").equals(claims.dealId()), "an event of another deal");
        Fault.unless(body.path("type").asString("").equals(claims.type()), "an event of another type than its entry's");
        Fault.unless(
                body.path("operator").asString("").equals(claims.issuer()),
                "an event whose iss is not its entry's operator");
        Fault.unless(
                agreement == null || claims.amount() == null || claims.amount().equals(agreement.price()),
                "an event whose amount is not the deal's price");
        return event;
    }

    private static void judge(Ruling ruling) throws Fault {
        switch (ruling) {
            case Ruling.Allowed _ -> {
                // it had its role, and its time
            }
            case Ruling.Repeated(long seq) -> throw new Fault("an event that entry " + seq + " holds already");
            case Ruling.Conflict(long seq) -> throw new Fault("an event that entry " + seq + " holds already");
            case Ruling.NotInScope _ -> throw new Fault("an event by who does not have its role on this deal");
            case Ruling.Unmet(List<String> unmet) ->
                throw new Fault("an event against the money rules: " + String.join(", ", unmet));
            case Ruling.NotFresh() -> throw new IllegalStateException("iat is not judged here");
        }
    }

    private void lapsed(JsonNode entry, boolean part) throws Fault {
        if (part) {
            unjudged.add(entry.path("seq").longValue());
            return;
        }
        Instant at = Instant.parse(entry.path("at").stringValue());
        Fault.unless(!lapsed, "a deal that lapses twice");
        Fault.unless(
                known().money().state(at) == DealState.LAPSED,
                "a deal that lapses before its time, or with its funds held");
        lapsed = true;
    }

    private DealHistory known() throws Fault {
        if (history == null) {
            throw new Fault("a deal whose first entry does not say its terms");
        }
        return history;
    }

    private static Role role(String name) throws Fault {
        return Arrays.stream(Role.values())
                .filter(role -> role.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new Fault("an event whose role is not known"));
    }
}
