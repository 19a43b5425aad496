package dev.rctp.gateway.store;

import dev.rctp.attest.Closing;
import dev.rctp.attest.Committed;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.CallStore;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.gateway.enforce.Prior;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Idempotency keys and intents in PostgreSQL (IDM-1, PRX-2); every write goes through the ledger, beside its entry (REC-3). */
public final class SqlCallStore implements CallStore {

    private static final String CLAIM = """
            INSERT INTO call (caller, action, idempotency_key, fingerprint) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING""";
    private static final String ANSWER = """
            UPDATE call SET outcome = ?, answered_at = ? WHERE caller = ? AND action = ? AND idempotency_key = ?""";
    private static final int FORGOTTEN_AT_ONCE = 5_000;
    private static final String FORGET = """
            UPDATE call SET outcome = NULL
            WHERE (caller, action, idempotency_key) IN (
                SELECT caller, action, idempotency_key FROM call
                WHERE outcome IS NOT NULL AND answered_at <= ? LIMIT ?)""";
    private static final String OPEN = """
            INSERT INTO intent (id, caller, action, idempotency_key, subject_type, subject_id,
                                method, target, fields, body, decided_at, lease_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond')""";
    private static final String CLOSE = "DELETE FROM intent WHERE id = ?";
    private static final String RELEASE = """
            UPDATE intent SET lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE id = ? AND attempts = ?""";
    private static final String TAKE = """
            UPDATE intent SET attempts = attempts + 1, lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE id IN (SELECT id FROM intent WHERE lease_until <= clock_timestamp()
                         ORDER BY lease_until LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING *""";

    private final RoundTrip lookUp;
    private final Jdbi database;
    private final Ledger ledger;
    private final InstantSource clock;
    private final Duration kept;
    private final DecisionText decisions = new DecisionText();
    private final IntentRow intents = new IntentRow();

    /** Reads this database and writes through this ledger, which is on the same one; answers are kept for the given time. */
    public SqlCallStore(DataSource source, Ledger ledger, InstantSource clock, Duration kept) {
        this.lookUp = new RoundTrip(source);
        this.database = Jdbi.create(source);
        this.ledger = ledger;
        this.clock = clock;
        this.kept = kept;
    }

    @Override
    public Prior find(CallKey call, String fingerprint) {
        return prior(lookUp.ask(CallRow.query(call)), fingerprint);
    }

    @Override
    public Optional<Decision> outcome(CallKey call) {
        return lookUp.ask(CallRow.query(call)).map(CallRow::outcome).map(decisions::read);
    }

    @Override
    public Optional<Decision.Forbid> refuse(
            CallKey call, String fingerprint, Decision.Forbid refusal, Optional<EntryDraft> entry)
            throws LedgerUnavailableException, InterruptedException {
        Closing answer = receipts -> List.of(answer(call, received(refusal, receipts)));
        Unit unit = new Unit(List.of(claim(call, fingerprint)), entry.stream().toList(), answer);
        return switch (ledger.commit(unit)) {
            case Committed.Lost _ -> Optional.empty();
            case Committed.Durable durable -> Optional.of((Decision.Forbid) received(refusal, durable.receipts()));
        };
    }

    @Override
    public Decision.Forbid record(EntryDraft entry, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        return switch (ledger.commit(Unit.of(entry))) {
            case Committed.Durable durable ->
                refusal.withReceipt(durable.receipts().getFirst());
            case Committed.Lost lost -> throw new IllegalStateException("a unit without guards lost one");
        };
    }

    @Override
    public boolean begin(Intent intent, String fingerprint, EntryDraft decided, Duration lease)
            throws LedgerUnavailableException, InterruptedException {
        Statement open = Statement.of(OPEN, intents.arguments(intent, lease));
        Unit unit = new Unit(List.of(claim(intent.call(), fingerprint)), List.of(decided), receipts -> List.of(open));
        return ledger.commit(unit) instanceof Committed.Durable;
    }

    @Override
    public Optional<Decision> finish(Intent intent, EntryDraft outcome, Decision answer)
            throws LedgerUnavailableException, InterruptedException {
        Guard close = new Guard("intent", Statement.of(CLOSE, intent.id()));
        Closing kept = receipts -> List.of(answer(intent.call(), received(answer, receipts)));
        return switch (ledger.commit(new Unit(List.of(close), List.of(outcome), kept))) {
            case Committed.Lost _ -> Optional.empty();
            case Committed.Durable durable -> Optional.of(received(answer, durable.receipts()));
        };
    }

    @Override
    public void release(Intent intent, int attempt, Duration pause) {
        asked(() -> database.withHandle(handle -> handle.execute(RELEASE, pause.toMillis(), intent.id(), attempt)));
    }

    @Override
    public List<Pending> take(int limit, Duration lease) {
        return asked(() -> database.withHandle(handle -> handle.createQuery(TAKE)
                .bind(0, lease.toMillis())
                .bind(1, limit)
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
        return new Guard("call", Statement.of(CLAIM, call.caller(), call.action(), call.key(), fingerprint));
    }

    private Statement answer(CallKey call, Decision decision) {
        return Statement.ofOne(
                ANSWER, decisions.write(decision), clock.instant(), call.caller(), call.action(), call.key());
    }

    private static Decision received(Decision decision, List<Receipt> receipts) {
        return receipts.isEmpty() ? decision : decision.withReceipt(receipts.getLast());
    }

    /** What a key's row, if there is one, says of a call with this fingerprint. */
    Prior prior(Optional<CallRow> row, String fingerprint) {
        return row.map(known -> known.prior(fingerprint, clock.instant(), kept, decisions))
                .orElseGet(Prior.Unused::new);
    }

    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the tables of calls don't answer", e);
        }
    }
}
