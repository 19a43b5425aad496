package dev.rctp.attest;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is done for a batch between the beginning of its transaction and the commit. */
final class BatchTransaction {

    private final EntryMaker maker;

    BatchTransaction(EntryMaker maker) {
        this.maker = maker;
    }

    /**
     * Runs the guards of all, then appends the entries and runs the closing statements of those that stand. Stops when
     * one that lost has left traces: then only a rollback is right.
     */
    void run(Connection connection, List<Candidate> batch) throws SQLException {
        StatementRounds rounds = new StatementRounds(connection);
        rounds.run(batch, Candidate::guardStatements, Candidate::judge);
        if (batch.stream().anyMatch(Candidate::leftTraces)) {
            return;
        }
        List<Candidate> standing = batch.stream().filter(Candidate::standing).toList();
        append(new ChainTables(connection), standing);
        if (batch.stream().anyMatch(Candidate::leftTraces)) {
            return;
        }
        rounds.run(standing, Candidate::closingStatements, Candidate::closed);
        Instant written = maker.now();
        standing.forEach(candidate -> candidate.reached(written));
    }

    private void append(ChainTables chains, List<Candidate> standing) throws SQLException {
        TreeSet<Subject> subjects = new TreeSet<>();
        standing.forEach(c -> subjects.addAll(c.submission().subjects()));
        Map<Subject, ChainHead> heads = subjects.isEmpty() ? Map.of() : chains.lock(subjects);
        List<MadeEntry> made = new ArrayList<>();
        for (Candidate candidate : standing) {
            candidate.unit().heads().forEach(head -> candidate.saw(head, head(heads, head.subject())));
            candidate.placed(make(candidate, heads, made));
        }
        if (!made.isEmpty()) {
            heads.keySet().retainAll(made.stream().map(MadeEntry::subject).collect(Collectors.toSet()));
            chains.append(made, heads);
        }
    }

    private List<Receipt> make(Candidate candidate, Map<Subject, ChainHead> heads, List<MadeEntry> made) {
        List<EntryDraft> drafts = candidate.unit().entries();
        List<Receipt> receipts = new ArrayList<>(drafts.size());
        for (int i = 0; i < drafts.size(); i++) {
            EntryDraft draft = drafts.get(i);
            MadeEntry entry = maker.make(draft, candidate.submission().body(i), head(heads, draft.subject()));
            heads.put(draft.subject(), entry.asHead());
            made.add(entry);
            candidate.reached(Instant.ofEpochMilli(entry.atMillis()));
            receipts.add(entry.receipt());
        }
        return receipts;
    }

    private static ChainHead head(Map<Subject, ChainHead> heads, Subject subject) {
        ChainHead head = heads.get(subject);
        if (head == null) {
            throw new IllegalStateException("a chain that was begun has no head");
        }
        return head;
    }
}
