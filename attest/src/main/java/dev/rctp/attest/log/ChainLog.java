package dev.rctp.attest.log;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.LogTables.Leaf;
import dev.rctp.attest.log.LogTables.Marked;
import dev.rctp.attest.log.Subtree.Range;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The log of chain heads in PostgreSQL (REC-7). Several gateways may have it on one database: one appends at a time, and what is appended in
 * one transaction is there as a whole or not at all. Safe for concurrent use.
 */
public final class ChainLog {

    private static final int UNMARKED_AT_ONCE = 500;

    private final DataSource database;
    private final LogKey key;
    private final LogSigner signer;
    private final InstantSource clock;
    private final int mostLeaves;

    /**
     * A log of this name.
     *
     * @param name the origin of its checkpoints
     * @param mostLeaves how many leaves one transaction appends at most; where more heads have changed, several follow each other
     */
    public ChainLog(DataSource database, String name, LogSigner signer, InstantSource clock, int mostLeaves) {
        this.database = database;
        this.key = new LogKey(name, signer.publicKey());
        this.signer = signer;
        this.clock = clock;
        this.mostLeaves = mostLeaves;
    }

    /** The public part of the key that signs it. */
    public LogKey key() {
        return key;
    }

    /**
     * Appends a leaf for each chain whose head is another than at its last leaf, and signs what the log then is; the same checkpoint again where
     * there was nothing to append.
     *
     * @throws LedgerUnavailableException when the database does not do it; then what was appended in full transactions stays, unsigned as yet
     */
    public SignedCheckpoint checkpoint() throws LedgerUnavailableException {
        try (Connection connection = database.getConnection()) {
            Optional<SignedCheckpoint> signed = Optional.empty();
            while (signed.isEmpty()) {
                signed = transaction(connection, Duration.ZERO);
            }
            return signed.get();
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the log could not be appended to", e);
        }
    }

    /**
     * The same where nobody has done so for this long, and there is any checkpoint; otherwise nothing, and empty.
     *
     * @throws LedgerUnavailableException when the database does not do it
     */
    public Optional<SignedCheckpoint> checkpointAfter(Duration interval) throws LedgerUnavailableException {
        try (Connection connection = database.getConnection()) {
            Optional<SignedCheckpoint> signed = Optional.empty();
            while (signed.isEmpty() && due(new LogTables(connection), interval)) {
                signed = transaction(connection, interval);
            }
            return signed;
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the log could not be appended to", e);
        }
    }

    /**
     * The newest checkpoint; empty before the first one.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public Optional<SignedCheckpoint> newest() throws LedgerUnavailableException {
        try (Connection connection = database.getConnection()) {
            return new LogTables(connection).newest();
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the checkpoint could not be read", e);
        }
    }

    /**
     * The proof that the chain's last leaf is in the tree of the newest checkpoint; empty for a chain without one as yet.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public Optional<HeadProof> proof(Subject subject) throws LedgerUnavailableException {
        try (Connection connection = database.getConnection()) {
            LogTables tables = new LogTables(connection);
            Optional<Leaf> leaf = tables.leaf(subject);
            Optional<SignedCheckpoint> checkpoint = tables.newest(); // read after the leaf, so that it is not older
            return leaf.isPresent()
                            && checkpoint.isPresent()
                            && leaf.get().index() < checkpoint.get().size()
                    ? Optional.of(proof(tables, leaf.get(), checkpoint.get()))
                    : Optional.empty();
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the proof could not be read", e);
        }
    }

    /**
     * The hashes that show that the log of {@code newer} leaves begins with that of {@code older} (RFC 9162 2.1.4); empty where there have not
     * been so many.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public Optional<List<byte[]>> consistency(long older, long newer) throws LedgerUnavailableException {
        try (Connection connection = database.getConnection()) {
            LogTables tables = new LogTables(connection);
            return older >= 1 && older <= newer && newer <= tables.state().size()
                    ? Optional.of(hashes(tables, ProofShape.consistency(older, newer)))
                    : Optional.empty();
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the proof could not be read", e);
        }
    }

    private static HeadProof proof(LogTables tables, Leaf leaf, SignedCheckpoint checkpoint) throws SQLException {
        List<byte[]> path = hashes(tables, ProofShape.inclusion(leaf.index(), checkpoint.size()));
        return new HeadProof(leaf.head(), leaf.index(), path, checkpoint.note());
    }

    private static List<byte[]> hashes(LogTables tables, List<Range> ranges) throws SQLException {
        List<Subtree> all =
                ranges.stream().flatMap(range -> range.cover().stream()).toList();
        Map<Subtree, byte[]> known = tables.nodes(all);
        return ranges.stream().map(range -> range.hash(known)).toList();
    }

    private boolean due(LogTables tables, Duration interval) throws SQLException {
        return tables.newest().isEmpty() || passed(tables.state().lookedAt(), interval);
    }

    /** A time far ahead is a clock's that was set back since: nobody waits for it. */
    private boolean passed(Instant lookedAt, Duration interval) {
        return Duration.between(lookedAt, clock.instant()).abs().compareTo(interval) >= 0;
    }

    /**
     * What one transaction came to.
     *
     * @param taken the heads that have their leaves now
     * @param signed the checkpoint, unless more is to be appended before it or somebody was quicker
     */
    private record Step(List<Marked> taken, Optional<SignedCheckpoint> signed) {}

    /** Appends what one transaction may. */
    private Optional<SignedCheckpoint> transaction(Connection connection, Duration interval) throws SQLException {
        connection.setAutoCommit(false);
        Step step;
        try {
            step = locked(new LogTables(connection), interval);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
        unmark(new LogTables(connection), step.taken());
        return step.signed();
    }

    /** A few at a time, each of them on its own: writers of these chains wait for no more. What a crash leaves is looked at once more. */
    private static void unmark(LogTables tables, List<Marked> taken) throws SQLException {
        for (int from = 0; from < taken.size(); from += UNMARKED_AT_ONCE) {
            tables.unmark(taken.subList(from, Math.min(taken.size(), from + UNMARKED_AT_ONCE)));
        }
    }

    private Step locked(LogTables tables, Duration interval) throws SQLException {
        LogTables.State state = tables.lock();
        if (!due(tables, interval)) {
            return new Step(List.of(), Optional.empty());
        }
        List<Marked> marked = tables.marked(mostLeaves);
        Growth tree = new Growth(state.size(), tables.nodes(new Range(0, state.size()).cover()));
        append(
                tables,
                tree,
                marked.stream().filter(Marked::changed).map(Marked::head).toList());
        boolean more = marked.size() == mostLeaves;
        tables.grow(state.size(), tree.size(), more ? state.lookedAt() : clock.instant());
        return new Step(marked, more ? Optional.empty() : Optional.of(sign(tables, tree)));
    }

    private static void append(LogTables tables, Growth tree, List<Receipt> changed) throws SQLException {
        record Hashed(Receipt head, byte[] hash) {}
        List<Leaf> leaves = new ArrayList<>();
        changed.stream()
                .map(head -> new Hashed(head, HeadLeaf.hash(head)))
                .sorted((one, other) -> Arrays.compareUnsigned(one.hash(), other.hash()))
                .forEach(leaf -> {
                    leaves.add(new Leaf(leaf.head(), tree.size()));
                    tree.append(leaf.hash());
                });
        tables.add(tree.made());
        tables.put(leaves);
    }

    private SignedCheckpoint sign(LogTables tables, Growth tree) throws SQLException {
        String note = key.note(new Checkpoint(key.name(), tree.size(), tree.root()), signer);
        SignedCheckpoint signed = new SignedCheckpoint(tree.size(), note, Instant.ofEpochMilli(clock.millis()));
        Optional<SignedCheckpoint> before = tables.newest();
        if (before.isPresent() && before.get().note().equals(note)) {
            return before.get();
        }
        tables.publish(signed);
        return signed;
    }
}
