package dev.rctp.gateway.store;

import dev.rctp.approval.Answer;
import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Approvals;
import dev.rctp.approval.FormTerms;
import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.approval.Signable;
import dev.rctp.approval.StandingApproval;
import dev.rctp.approval.passkey.EnrolmentTicket;
import dev.rctp.approval.passkey.EnrolmentTickets;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyChallenge;
import dev.rctp.approval.passkey.Passkeys;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.Committed;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.ConfidingEntry;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.seller.ApprovalStore;
import dev.rctp.gateway.seller.EnrolmentStore;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.SubmittedTerms;
import dev.rctp.terms.negotiation.Moves;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Approvals and passkeys in PostgreSQL; each answer is one commit with its entry, its evidence and all that it moves (REC-3, B59). */
public final class SqlApprovals implements ApprovalStore, EnrolmentStore {

    private static final String LOCK = "UPDATE approval SET attempts = attempts WHERE approval_id = ?";
    private static final String CHALLENGE = "challenge";
    private static final String PASSKEY = "passkey";
    private static final String TAKE = """
            UPDATE approval SET attempts = attempts + 1, lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE approval_id IN (SELECT approval_id FROM approval
                                  WHERE state = 'approved' AND result IS NULL AND lease_until <= clock_timestamp()
                                  ORDER BY lease_until LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING approval_id""";

    private final DataSource source;
    private final Jdbi database;
    private final Ledger ledger;
    private final Notices notices;
    private final SecureRandom random;
    private final SellerChains sellers;
    private final DecisionText decisions = new DecisionText();
    private final OneByOne rounds = new OneByOne();

    /**
     * Reads this database and writes through this ledger, which is on the same one.
     *
     * @param notices who is told of answers
     * @param random gives salts
     */
    public SqlApprovals(DataSource source, Ledger ledger, Notices notices, SecureRandom random) {
        this.source = source;
        this.database = Jdbi.create(source);
        this.ledger = ledger;
        this.notices = notices;
        this.random = random;
        this.sellers = new SellerChains(source, random);
    }

    @Override
    public Optional<KnownApproval> find(String id, Instant now) {
        Optional<StandingApproval> approval = RoundTrip.ask(source, Approvals.find(id, now));
        if (approval.filter(SqlApprovals::unwrittenSilence).isPresent()) {
            approval = RoundTrip.ask(source, Approvals.findWritten(id, now));
        }
        return approval.map(standing -> new KnownApproval(standing, result(standing)));
    }

    /** An answer that is being committed at its last moment may still stand: silence is said once none can (APR-4). */
    private static boolean unwrittenSilence(StandingApproval approval) {
        return approval.state() == ApprovalState.EXPIRED && approval.result() == null;
    }

    @Override
    public List<KnownApproval> ofSeller(String seller, @Nullable String after, int limit, Instant now) {
        return RoundTrip.list(source, Approvals.ofSeller(seller, after, limit, now)).stream()
                .map(standing -> new KnownApproval(standing, result(standing)))
                .toList();
    }

    @Override
    public boolean take(Passkey passkey, String requestId) throws LedgerUnavailableException, InterruptedException {
        ObjectNode body = administered(requestId).put("credential_id", passkey.credentialId());
        body.set("jwk", passkey.key().json());
        return changed(Passkeys.imported(passkey), passkey.seller(), "passkey_imported", body);
    }

    @Override
    public boolean withdraw(String seller, String credentialId, String requestId)
            throws LedgerUnavailableException, InterruptedException {
        ObjectNode body = administered(requestId).put("credential_id", credentialId);
        return changed(Passkeys.withdrawn(seller, credentialId), seller, "passkey_withdrawn", body);
    }

    @Override
    public boolean show(EnrolmentTicket ticket, PasskeyChallenge challenge, String sender)
            throws LedgerUnavailableException, InterruptedException {
        Guard shown = new Guard("ticket", Statements.of(EnrolmentTickets.shown(ticket, challenge, sender)));
        Statement thinnedOut = Statements.of(EnrolmentTickets.thinnedOut(ticket));
        return ledger.commit(new Unit(List.of(shown), List.of(), receipts -> List.of(thinnedOut)))
                instanceof Committed.Durable;
    }

    @Override
    public boolean takeAway(EnrolmentTicket ticket, PasskeyChallenge challenge, Instant now) {
        return RoundTrip.ask(source, EnrolmentTickets.taken(ticket, challenge, now))
                .isPresent();
    }

    @Override
    public boolean enrol(Passkey passkey, EnrolmentTicket ticket, @Nullable VerifiedAssertion confirmed, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        List<Guard> guards = new ArrayList<>();
        guards.add(new Guard("ticket", Statements.of(EnrolmentTickets.used(ticket))));
        if (confirmed != null) {
            guards.add(new Guard("confirmed", Statements.of(Passkeys.used(confirmed, now))));
        }
        guards.add(new Guard("passkey", Statements.of(Passkeys.enrolled(passkey, ticket, confirmed))));
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("door", "enroll")
                .put("ticket", ticket.id())
                .put("reset", ticket.reset())
                .put("credential_id", passkey.credentialId());
        body.set("jwk", passkey.key().json());
        if (confirmed != null) {
            body.put("confirmed_by", confirmed.passkey().credentialId());
        }
        List<Statement> forgotten = List.of(Statements.of(EnrolmentTickets.forgotten(ticket)));
        return ledger.commit(QuestionEntry.unit(
                        guards, aboutPasskeys(passkey.seller(), "passkey_enrolled", body), forgotten))
                instanceof Committed.Durable;
    }

    @Override
    public void suspect(Passkey passkey, EnrolmentTicket ticket, String cause)
            throws LedgerUnavailableException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("door", "enroll")
                .put("ticket", ticket.id())
                .put("credential_id", passkey.credentialId())
                .put("cause", cause);
        ledger.commit(
                QuestionEntry.unit(List.of(), aboutPasskeys(passkey.seller(), "enrolment_refused", body), List.of()));
    }

    private boolean changed(SqlStatement change, String seller, String kind, ObjectNode body)
            throws LedgerUnavailableException, InterruptedException {
        Guard guard = new Guard("passkey", Statements.of(change));
        return ledger.commit(QuestionEntry.unit(guard, aboutPasskeys(seller, kind, body), List.of()))
                instanceof Committed.Durable;
    }

    /** In the seller's own chain; whose it is, and the passkey, are confided (REC-6). */
    private ConfidingEntry aboutPasskeys(String seller, String kind, ObjectNode body) {
        return ConfidingEntry.personal(sellers.of(seller), kind, body.put("seller", seller), random);
    }

    private static ObjectNode administered(String requestId) {
        return JsonNodeFactory.instance.objectNode().put("door", "management").put("request_id", requestId);
    }

    /**
     * What was settled; or what the marketplace has answered meanwhile; or, for silence or a listing's change that nobody has written down yet,
     * no: what a seller declined has its result.
     */
    private Optional<Decision> result(StandingApproval standing) {
        if (standing.result() != null) {
            return Optional.of(decisions.read(standing.result()));
        }
        Question question = standing.question();
        return switch (standing.state()) {
            case PENDING -> Optional.empty();
            case APPROVED ->
                RoundTrip.ask(source, CallRow.query(CallKey.ofApproval(question)))
                        .map(CallRow::outcome)
                        .map(decisions::read);
            case EXPIRED -> Optional.of(declined(question));
            case DECLINED -> Optional.of(Decision.Forbid.listingChanged(question.action()));
        };
    }

    private static Decision.Forbid declined(Question question) {
        return Decision.Forbid.of(
                question.action(), Reason.APPROVAL_DECLINED, "The seller said no, or did not answer in time.");
    }

    @Override
    public List<Passkey> passkeys(String seller) {
        return RoundTrip.list(source, Passkeys.bySeller(seller));
    }

    @Override
    public Optional<Passkey> passkey(String credentialId) {
        return RoundTrip.ask(source, Passkeys.byCredential(credentialId));
    }

    @Override
    public boolean offer(String approval, List<Signable> signables, String sender, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        List<Statement> writes = Statements.of(Approvals.offer(approval, signables, sender, now));
        return whilePending(approval, writes, now);
    }

    @Override
    public boolean submit(String approval, SubmittedTerms terms, List<Signable> signables, String sender, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        FormTerms form = new FormTerms(
                terms.commitment(),
                terms.publicTerms(),
                terms.sealed().bytes(),
                terms.sealed().keyId());
        List<Statement> writes = new ArrayList<>(Statements.of(Approvals.submit(approval, form, sender, now)));
        writes.addAll(Statements.of(Approvals.offer(approval, signables, sender, now)));
        return whilePending(approval, writes, now);
    }

    private boolean whilePending(String approval, List<Statement> writes, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        Guard pending = new Guard("pending", Statements.of(Approvals.isPending(approval, now)));
        return ledger.commit(new Unit(List.of(pending), List.of(), receipts -> writes)) instanceof Committed.Durable;
    }

    @Override
    public Optional<Signable> signable(String approval, String challenge) {
        return RoundTrip.ask(source, Approvals.signable(approval, challenge));
    }

    @Override
    public void burn(Question question, String challenge, Optional<String> danger, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        Statement use = Statements.of(Approvals.use(question.id(), challenge, now));
        if (danger.isEmpty()) {
            ledger.commit(new Unit(List.of(), List.of(), receipts -> List.of(use)));
            return;
        }
        ObjectNode told = JsonNodeFactory.instance
                .objectNode()
                .put("action", question.action())
                .put("cause", danger.get());
        ConfidingEntry entry =
                QuestionEntry.confiding(question, "approval_refused", QuestionEntry.body(question), told, random);
        ledger.commit(QuestionEntry.unit(List.of(), entry, List.of(use)));
    }

    @Override
    public Written answer(Question question, Signable signed, VerifiedAssertion assertion, Duration lease, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        boolean yes = signed.answer() == Answer.APPROVE;
        // the approval's row first, as all who write on it do: in two orders, two gateways would wait for each other
        List<Guard> guards = List.of(
                new Guard("approval", Statement.of(LOCK, question.id())),
                new Guard(CHALLENGE, Statements.of(Approvals.use(question.id(), signed.challenge(), now))),
                new Guard(PASSKEY, Statements.of(Passkeys.used(assertion, now))),
                new Guard(
                        "answer",
                        Statements.of(
                                yes
                                        ? Approvals.approve(question.id(), signed.termsCommitment(), lease, now)
                                        : Approvals.decline(question.id(), decisions.write(declined(question)), now)),
                        question.expiresAt())); // whatever held the write up, an answer is of a time before (INV-2)
        List<Statement> moved = Statements.of(yes ? Moves.heard(question.id()) : Moves.declined(question.id()));
        List<Statement> writes =
                new ArrayList<>(notices.answered(question, yes ? ApprovalState.APPROVED : ApprovalState.DECLINED));
        writes.addAll(moved);
        if (!yes) {
            writes.addAll(Statements.of(Approvals.erase(question.id())));
        }
        return switch (ledger.commit(QuestionEntry.unit(guards, entry(question, signed, assertion), writes))) {
            case Committed.Durable _ -> Written.TAKEN;
            case Committed.Lost lost when lost.guard().equals(CHALLENGE) -> Written.CHALLENGE_GONE;
            case Committed.Lost lost when lost.guard().equals(PASSKEY) -> Written.PASSKEY_MOVED;
            case Committed.Lost _ -> Written.DECIDED;
        };
    }

    /** What is signed says what was asked: the entry repeats it where nobody else reads it (REC-6). */
    private ConfidingEntry entry(Question question, Signable signed, VerifiedAssertion assertion) {
        ObjectNode body =
                QuestionEntry.body(question).put("decision", signed.answer().code());
        if (QuestionEntry.isSellersOwn(question)) {
            body.setAll(asked(question));
        }
        if (signed.termsCommitment() != null) {
            body.put("terms_commitment", signed.termsCommitment());
        }
        String kind = signed.answer() == Answer.APPROVE ? "approved" : "declined";
        return QuestionEntry.confiding(question, kind, body, assertion.evidence(signed.details()), random);
    }

    private static ObjectNode asked(Question question) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("action", question.action())
                .put("expires_at", question.expiresAt().toString());
    }

    @Override
    public Optional<HeldCall> held(String id) {
        return RoundTrip.ask(source, Approvals.held(id));
    }

    @Override
    public void settle(Question question, Decision decision) throws LedgerUnavailableException, InterruptedException {
        settle(question, decision, null);
    }

    @Override
    public void giveUp(Question question, Decision.Forbid failed)
            throws LedgerUnavailableException, InterruptedException {
        settle(question, failed, EndedQuestion.entry(question, failed.reason(), random));
    }

    private void settle(Question question, Decision decision, @Nullable ConfidingEntry entry)
            throws LedgerUnavailableException, InterruptedException {
        Guard settle = new Guard("result", Statements.of(Approvals.settle(question.id(), decisions.write(decision))));
        List<Statement> writes = new ArrayList<>(notices.settled(question, decision));
        writes.addAll(Statements.of(Moves.unasked(question.id())));
        writes.addAll(Statements.of(Approvals.erase(question.id())));
        ledger.commit(
                entry == null
                        ? new Unit(List.of(settle), List.of(), receipts -> writes)
                        : QuestionEntry.unit(settle, entry, writes));
    }

    @Override
    public List<String> take(int limit, Duration lease) {
        try {
            return database.withHandle(handle -> handle.createQuery(TAKE)
                    .bind(0, lease.toMillis())
                    .bind(1, limit)
                    .mapTo(String.class)
                    .list());
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the tables of approvals don't answer", e);
        }
    }

    @Override
    public int expire(int limit, Instant now) throws LedgerUnavailableException, InterruptedException {
        List<String> ended = RoundTrip.list(source, Approvals.ended(now, limit, rounds.toPass()));
        rounds.each(ended, ended.size() == limit, id -> expire(id, now));
        return ended.size();
    }

    private void expire(String id, Instant now) throws LedgerUnavailableException, InterruptedException {
        Question question =
                RoundTrip.ask(source, Approvals.find(id, now)).orElseThrow().question();
        Guard guard =
                new Guard("expired", Statements.of(Approvals.expire(id, decisions.write(declined(question)), now)));
        ConfidingEntry entry = QuestionEntry.of(question, "approval_expired", asked(question), random);
        List<Statement> writes = new ArrayList<>(notices.answered(question, ApprovalState.EXPIRED));
        writes.addAll(Statements.of(Moves.declined(id)));
        writes.addAll(Statements.of(Approvals.erase(id)));
        ledger.commit(QuestionEntry.unit(guard, entry, writes));
    }
}
