package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.attest.Closing;
import dev.rctp.attest.Committed;
import dev.rctp.attest.DealEntries;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.CallStore;
import dev.rctp.gateway.enforce.ConfidingEntry;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Holding;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.gateway.enforce.Prior;
import dev.rctp.gateway.enforce.Reporting;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.SqlQuery;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.CheckoutSigner;
import dev.rctp.terms.negotiation.Moves;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Idempotency keys and intents in PostgreSQL (IDM-1, PRX-2); every write goes through the ledger, beside its entry (REC-3). */
public final class SqlCallStore implements CallStore {

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final String KEY = "key";
    private static final String CLAIM = """
            INSERT INTO call (caller, action, idempotency_key, fingerprint) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING""";
    private static final String ANSWER = """
            UPDATE call SET outcome = ?, answered_at = ? WHERE caller = ? AND action = ? AND idempotency_key = ?""";
    private static final int FORGOTTEN_AT_ONCE = 5_000;
    private static final String FORGET = """
            UPDATE call SET outcome = NULL, fingerprint = ''
            WHERE (caller, action, idempotency_key) IN (
                SELECT caller, action, idempotency_key FROM call
                WHERE outcome IS NOT NULL AND answered_at <= ? LIMIT ?)""";
    private static final String OPEN = """
            INSERT INTO intent (id, caller, action, idempotency_key, subject_type, subject_id,
                                method, target, fields, body, step, decided_at, lease_until, turn, informs)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond', ?, ?)""";
    private static final String ENTRY_HASH = """
            SELECT hash FROM entry WHERE subject_type = 'deal' AND subject_id = ? AND seq = ?""";
    private static final String CLOSE = "DELETE FROM intent WHERE id = ?";
    private static final String RELEASE = """
            UPDATE intent SET lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE id = ? AND attempts = ?""";
    private static final String TAKE = """
            UPDATE intent SET attempts = attempts + 1, lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   tried_at = CASE WHEN turn IS NULL THEN decided_at ELSE coalesce(tried_at, ?) END
            WHERE id IN (SELECT i.id FROM intent i WHERE i.lease_until <= clock_timestamp()
                           AND NOT EXISTS (SELECT FROM intent o WHERE o.subject_id = i.subject_id AND o.turn < i.turn
                                             AND (o.informs IS NULL OR o.informs = i.informs))
                         ORDER BY i.lease_until LIMIT ? FOR UPDATE OF i SKIP LOCKED)
            RETURNING *""";

    private final DataSource source;
    private final Jdbi database;
    private final Ledger ledger;
    private final Moves moves;
    private final Notices notices;
    private final CheckoutSigner signer;
    private final StoredTerms signedTerms;
    private final InstantSource clock;
    private final Duration kept;
    private final int mostWaiting;
    private final DecisionText decisions = new DecisionText();
    private final IntentRow intents = new IntentRow();

    /**
     * Reads this database and writes through this ledger, which is on the same one.
     *
     * @param moves the writes of steps
     * @param notices who is told of them
     * @param signer signs checkouts
     * @param signedTerms the terms that sellers signed
     * @param kept how long answers are kept
     * @param mostWaiting how many calls of one agent may wait for one seller (APR-1)
     */
    public SqlCallStore(
            DataSource source,
            Ledger ledger,
            Moves moves,
            Notices notices,
            CheckoutSigner signer,
            StoredTerms signedTerms,
            InstantSource clock,
            Duration kept,
            int mostWaiting) {
        this.source = source;
        this.database = Jdbi.create(source);
        this.ledger = ledger;
        this.moves = moves;
        this.notices = notices;
        this.signer = signer;
        this.signedTerms = signedTerms;
        this.clock = clock;
        this.kept = kept;
        this.mostWaiting = mostWaiting;
    }

    @Override
    public Prior find(CallKey call, String fingerprint) {
        return prior(RoundTrip.ask(source, CallRow.query(call)), fingerprint, clock.instant());
    }

    @Override
    public Optional<Decision> outcome(CallKey call) {
        return RoundTrip.ask(source, CallRow.query(call)).map(CallRow::outcome).map(decisions::read);
    }

    @Override
    public boolean isBegun(CallKey call) {
        return RoundTrip.ask(source, CallRow.query(call)).isPresent();
    }

    @Override
    public Written refuse(
            CallKey call,
            String fingerprint,
            Decision.Forbid refusal,
            Optional<ConfidingEntry> entry,
            Beginning counted)
            throws LedgerUnavailableException, InterruptedException {
        Closing closing = receipts -> {
            List<Statement> writes = new ArrayList<>(Statements.of(counted.writes()));
            writes.add(answer(call, received(refusal, receipts)));
            writes.addAll(confided(entry.stream().toList(), receipts));
            return writes;
        };
        List<EntryDraft> drafts = drafts(entry.stream().toList());
        return switch (ledger.commit(new Unit(guards(call, fingerprint, counted), drafts, closing))) {
            case Committed.Lost lost -> lost(lost);
            case Committed.Durable durable -> new Written.Done(Optional.of(received(refusal, durable.receipts())));
        };
    }

    @Override
    public Decision.Forbid record(ConfidingEntry entry, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        Unit unit = new Unit(List.of(), List.of(entry.draft()), receipts -> confided(List.of(entry), receipts));
        return switch (ledger.commit(unit)) {
            case Committed.Durable durable ->
                refusal.withReceipt(durable.receipts().getFirst());
            case Committed.Lost lost -> throw new IllegalStateException("a unit without guards lost one");
        };
    }

    @Override
    public Written begin(
            Intent intent,
            String fingerprint,
            ConfidingEntry decided,
            Beginning beginning,
            Optional<Receipt> head,
            Duration lease)
            throws LedgerUnavailableException, InterruptedException {
        Closing closing = receipts -> {
            List<Statement> writes = new ArrayList<>(Statements.of(beginning.writes()));
            writes.add(Statement.of(OPEN, intents.arguments(intent, lease, null, null)));
            intent.call().approval().ifPresent(id -> writes.add(Statements.of(Approvals.begun(id))));
            writes.addAll(confided(List.of(decided), receipts));
            return writes;
        };
        List<Guard> guards = guards(intent.call(), fingerprint, beginning);
        Unit unit = new Unit(guards, head.stream().toList(), List.of(decided.draft()), closing);
        return switch (ledger.commit(unit)) {
            case Committed.Lost lost -> lost(lost);
            case Committed.Durable _ -> new Written.Done(Optional.empty());
        };
    }

    @Override
    public Written report(Reporting reporting) throws LedgerUnavailableException, InterruptedException {
        Intent telling = reporting.telling();
        List<Guard> guards = new ArrayList<>();
        guards.add(claim(telling.call(), reporting.fingerprint()));
        reporting
                .beginning()
                .guards()
                .forEach(guard ->
                        guards.add(new Guard(guard.getKey(), Statements.of(guard.getValue()), reporting.before())));
        Closing closing = receipts -> {
            Receipt entry = receipts.getFirst();
            List<Statement> writes =
                    new ArrayList<>(Statements.of(reporting.beginning().writes()));
            writes.add(DealEntries.noted(entry, telling.call().operator()));
            writes.addAll(notices.reported(
                    entry.subject().id(), reporting.state(), telling.call().operator()));
            writes.add(Statement.of(OPEN, intents.arguments(telling, Duration.ZERO, entry.seq(), reporting.informs())));
            writes.add(answer(telling.call(), new Decision.Recorded(CREATED, entry)));
            return writes;
        };
        return switch (ledger.commit(new Unit(guards, List.of(reporting.entry()), closing))) {
            case Committed.Lost lost -> lost(lost);
            case Committed.Durable durable ->
                new Written.Done(Optional.of(
                        new Decision.Recorded(CREATED, durable.receipts().getFirst())));
        };
    }

    @Override
    public Written repeat(CallKey call, String fingerprint, String dealId, long seq)
            throws LedgerUnavailableException, InterruptedException {
        String hash = RoundTrip.ask(source, new SqlQuery<>(ENTRY_HASH, List.of(dealId, seq), row -> row.getString(1)))
                .orElseThrow(() -> new IllegalStateException("an event that was recorded has no entry"));
        Decision recorded = new Decision.Recorded(OK, new Receipt(new Subject("deal", dealId), seq, hash));
        Unit unit = new Unit(List.of(claim(call, fingerprint)), List.of(), receipts -> List.of(answer(call, recorded)));
        return switch (ledger.commit(unit)) {
            case Committed.Lost lost -> lost(lost);
            case Committed.Durable _ -> new Written.Done(Optional.of(recorded));
        };
    }

    @Override
    public Waiting hold(Holding holding) throws LedgerUnavailableException, InterruptedException {
        List<Guard> guards = guards(holding.key(), holding.fingerprint(), holding.beginning());
        guards.addAll(
                1,
                Approvals.hold(holding.question(), holding.slot(), holding.call(), mostWaiting, clock.instant())
                        .stream()
                        .map(guard -> new Guard(guard.getKey(), Statements.of(guard.getValue())))
                        .toList());
        guards.addAll(AskedListings.seen(holding.question()));
        Closing closing = receipts -> {
            List<Statement> writes =
                    new ArrayList<>(Statements.of(holding.beginning().writes()));
            writes.addAll(notices.asked(holding.question(), holding.answer().approvalUrl()));
            writes.add(answer(holding.key(), received(holding.answer(), receipts)));
            writes.addAll(confided(List.of(holding.entry()), receipts));
            return writes;
        };
        return switch (ledger.commit(new Unit(guards, List.of(holding.entry().draft()), closing))) {
            case Committed.Lost lost ->
                lost.guard().equals(Approvals.LIMIT) ? new Waiting.Full() : new Waiting.Lost(lost(lost));
            case Committed.Durable durable ->
                new Waiting.Held((Decision.Ask) received(holding.answer(), durable.receipts()));
        };
    }

    @Override
    public Optional<Decision> finish(Intent intent, List<ConfidingEntry> outcome, Decision answer, boolean stands)
            throws LedgerUnavailableException, InterruptedException {
        List<Guard> guards = new ArrayList<>();
        guards.add(new Guard("intent", Statement.of(CLOSE, intent.id())));
        List<Statement> step = new ArrayList<>(notices.finished(intent, stands));
        (stands ? Moves.claims(intent.step()) : Moves.releases(intent.id(), intent.step()))
                .forEach(first -> guards.add(new Guard(first.getKey(), Statements.of(first.getValue()))));
        if (stands) {
            step.addAll(Statements.of(signedTerms.of(intent.step())));
            step.addAll(Statements.of(moves.stand(intent.id(), intent.step(), signer, clock.instant())));
            step.addAll(AskedListings.overtaken(intent.step(), clock.instant()));
        } else {
            step.addAll(Statements.of(moves.undo(intent.id(), intent.step())));
        }
        Closing kept = receipts -> {
            List<Statement> writes = new ArrayList<>(step);
            writes.addAll(confided(outcome, receipts));
            if (!intent.step().onlyTells()) {
                writes.add(answer(intent.call(), received(answer, receipts)));
            }
            intent.call().approval().ifPresent(id -> writes.addAll(Statements.of(Approvals.carriedOut(id))));
            return writes;
        };
        return switch (ledger.commit(new Unit(guards, drafts(outcome), kept))) {
            case Committed.Lost _ -> Optional.empty();
            case Committed.Durable durable -> Optional.of(received(answer, durable.receipts()));
        };
    }

    /** The key first: a repeat finds its answer whatever else has changed. */
    private List<Guard> guards(CallKey call, String fingerprint, Beginning beginning) {
        List<Guard> guards = new ArrayList<>();
        guards.add(claim(call, fingerprint));
        beginning.guards().forEach(guard -> guards.add(new Guard(guard.getKey(), Statements.of(guard.getValue()))));
        return guards;
    }

    private static Written lost(Committed.Lost lost) {
        return lost.guard().equals(KEY) ? new Written.KeyTaken() : new Written.Overtaken();
    }

    private static List<EntryDraft> drafts(List<ConfidingEntry> entries) {
        return entries.stream().map(ConfidingEntry::draft).toList();
    }

    /** What these entries confide, each in its place. */
    private static List<Statement> confided(List<ConfidingEntry> entries, List<Receipt> receipts) {
        List<Statement> openings = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            openings.addAll(entries.get(i).opening(receipts.get(i)));
        }
        return openings;
    }

    @Override
    public void release(Intent intent, int attempt, Duration pause) {
        asked(() -> database.withHandle(handle -> handle.execute(RELEASE, pause.toMillis(), intent.id(), attempt)));
    }

    @Override
    public List<Pending> take(int limit, Duration lease) {
        return asked(() -> database.withHandle(handle -> handle.createQuery(TAKE)
                .bind(0, lease.toMillis())
                .bind(1, clock.instant())
                .bind(2, limit)
                .map((row, context) -> intents.pending(row))
                .list()));
    }

    /** Drops answers whose time is over, some at a time; that their keys were used stays known. Returns how many. */
    public int forget() {
        Instant until = clock.instant().minus(kept);
        int all = 0;
        int some;
        do {
            some = asked(() -> database.withHandle(handle -> handle.execute(FORGET, until, FORGOTTEN_AT_ONCE)));
            all += some;
        } while (some == FORGOTTEN_AT_ONCE);
        return all;
    }

    private Guard claim(CallKey call, String fingerprint) {
        return new Guard(KEY, Statement.of(CLAIM, call.caller(), call.action(), call.key(), fingerprint));
    }

    private Statement answer(CallKey call, Decision decision) {
        return Statement.ofOne(
                ANSWER, decisions.write(decision), clock.instant(), call.caller(), call.action(), call.key());
    }

    private static Decision received(Decision decision, List<Receipt> receipts) {
        return receipts.isEmpty() ? decision : decision.withReceipt(receipts.getLast());
    }

    /** What a key's row, if there is one, says of a call with this fingerprint. */
    Prior prior(Optional<CallRow> row, String fingerprint, Instant now) {
        return row.map(known -> known.prior(fingerprint, now, kept, decisions)).orElseGet(Prior.Unused::new);
    }

    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the tables of calls don't answer", e);
        }
    }
}
