package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Subject;
import dev.rctp.attest.deal.EventVerdict;
import dev.rctp.attest.deal.Ruling;
import dev.rctp.attest.deal.VerifiedEvent;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Checkpoint;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code deal.event}: a party reports what happened to a deal (EVT-1 to EVT-6).
 *
 * @param known the deal, where the caller is party to it, or wrote this event when it was
 * @param verdict what the event is by itself; null where the caller is no party and wrote nothing, for nobody looked at it
 */
record DealEvent(
        String verb,
        PartyCall call,
        Optional<OpenDeal> known,
        @Nullable EventVerdict verdict,
        @Nullable Ruling ruling,
        EventRules rules)
        implements VerbCase.Reported {

    static DealEvent of(PartyCall call, Optional<OpenDeal> named, ObjectNode body, EventRules rules, Instant now)
            throws InterruptedException {
        String verb = call.operation().action().name();
        boolean party = call.place() != null;
        Optional<OpenDeal> asking = named.filter(deal -> party || deal.history().hasWritten(call.party()));
        if (asking.isEmpty()) {
            return new DealEvent(verb, call, asking, null, null, rules);
        }
        OpenDeal deal = asking.get();
        Instant at = now.truncatedTo(ChronoUnit.MILLIS); // as an entry's time, by which it is judged again
        EventVerdict verdict = rules.verifier()
                .verify(
                        body.path("event").stringValue(),
                        new RequestKey(key(call)),
                        call.caller().group(),
                        deal.agreement(),
                        at);
        Ruling ruling = verdict instanceof EventVerdict.Verified verified
                ? deal.history().rule(verified.event(), call.given(deal), at)
                : null;
        return new DealEvent(
                verb,
                call,
                asking.filter(_ -> party || isOfBefore(ruling)),
                ruling instanceof Ruling.Allowed ? withKnownNext(verdict, call, rules) : verdict,
                ruling,
                rules);
    }

    /** A succession is final, so it leads only to a key that its profile has now (EVT-2); a slip would lock the role for good. */
    private static EventVerdict withKnownNext(EventVerdict verdict, PartyCall call, EventRules rules)
            throws InterruptedException {
        String next = verdict instanceof EventVerdict.Verified verified
                ? verified.event().claims().nextJkt()
                : null;
        return next == null || rules.agents().find(call.caller().group(), next) instanceof VerifiedAgent
                ? verdict
                : EventVerdict.Refused.claim("next_jkt", "is no key that its profile has now");
    }

    /** Whoever handed its key's roles over is party no more, but is still answered for what it wrote (EVT-5). */
    private static boolean isOfBefore(@Nullable Ruling ruling) {
        return ruling instanceof Ruling.Repeated || ruling instanceof Ruling.Conflict;
    }

    private static VerificationKey key(PartyCall call) {
        return switch (call.caller()) {
            case Caller.Agent agent -> agent.verified().key();
        };
    }

    @Override
    public Optional<Forbid> subject() {
        return known.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    @Override
    public Optional<Forbid> listing() {
        return Optional.empty();
    }

    /** Its form, then whether it was reported before, its writer, its age, and the money rules, in the order of {@link Ruling}'s making. */
    @Override
    public Optional<Forbid> state() {
        if (verdict instanceof EventVerdict.Refused refused) {
            return Optional.of(Refusals.event(verb, refused));
        }
        return switch (ruled()) {
            case Ruling.Allowed _, Ruling.Repeated _ -> Optional.empty();
            case Ruling.Conflict _ -> Optional.of(Refusals.otherEvent(verb));
            case Ruling.NotFresh _ ->
                Optional.of(Refusals.event(verb, EventVerdict.Refused.claim("iat", "is too old, or too far ahead")));
            case Ruling.NotInScope missed -> Optional.of(notYours(missed.writers()));
            case Ruling.Unmet missed -> Optional.of(Refusals.unmet(verb, missed.unmet()));
        };
    }

    /** Its writer is party to the deal, so it may know whose such an event is; and whether only another agent has that role here (EVT-3). */
    private Forbid notYours(List<Checkpoint.Writer> writers) {
        Set<Checkpoint.Role> given = call.given(deal());
        boolean taken = writers.stream()
                .anyMatch(writer -> writer.relation() == event().claims().relation() && given.contains(writer.role()));
        return taken ? Refusals.roleTaken(verb) : Refusals.notYours(verb, writers);
    }

    /** What means nothing for the money is bounded, so that no party makes a deal's events too many to read. */
    @Override
    public Optional<Forbid> budget() {
        boolean full = ruled() instanceof Ruling.Allowed allowed
                && deal().history().isInformative(event().claims())
                && deal().history().informative(allowed.role()) >= rules.mostInformative();
        return full ? Optional.of(Refusals.enoughEvents(verb)) : Optional.empty();
    }

    @Override
    public Optional<Long> recordedAt() {
        return ruled() instanceof Ruling.Repeated repeated ? Optional.of(repeated.seq()) : Optional.empty();
    }

    @Override
    public Subject chain() {
        return deal().chain();
    }

    @Override
    public Reporting reporting(String intent, Entries entries, Instant now) {
        Ruling.Allowed allowed = (Ruling.Allowed) ruled();
        VerifiedEvent event = event();
        Plan plan = telling();
        EntryDraft entry = entries.event(call, deal().chain(), event, key(call).publicJwk(), allowed.role(), intent);
        return new Reporting(
                call.fingerprint(),
                entry,
                Moves.report(
                        deal().deal().id(),
                        deal().deal().version(),
                        allowed.state().code()),
                allowed.state().code(),
                lapse(event),
                deal().history().isInformative(event.claims()) ? OpenDeal.name(allowed.role()) : null,
                new Intent(intent, call.key(), deal().chain(), Forwarding.of(call, plan), plan.step(), now));
    }

    /** While no funds are held, a checkpoint is in time only before the deal lapses, and by its entry's time (EVT-6). */
    private @Nullable Instant lapse(VerifiedEvent event) {
        return deal().history().money().mayLapse() && !deal().history().isInformative(event.claims())
                ? deal().agreement().lapsesAt()
                : null;
    }

    private Plan telling() {
        Map<String, String> names = new HashMap<>(Forwarding.names(deal().deal().offer()));
        names.put("rctp-deal", deal().deal().id());
        return new Plan(
                deal().chain(),
                new Step.EventTold(deal().deal().offer().negotiation().seller()),
                Beginning.nothing(),
                deal().deal().offer().termsCommitment(),
                names,
                JsonNodeFactory.instance.objectNode());
    }

    private OpenDeal deal() {
        return known.orElseThrow();
    }

    private VerifiedEvent event() {
        if (verdict instanceof EventVerdict.Verified verified) {
            return verified.event();
        }
        throw new IllegalStateException("an event that was refused");
    }

    private Ruling ruled() {
        if (ruling == null) {
            throw new IllegalStateException("an event that nobody ruled on");
        }
        return ruling;
    }
}
