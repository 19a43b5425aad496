package dev.rctp.attest;

import dev.rctp.registries.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A chain made without a database, and bundles of it. */
public final class MadeChain {

    /** How long after the one before an entry is made. */
    public static final Duration PACE = Duration.ofMillis(7);

    private final Subject subject;
    private final List<byte[]> entries = new ArrayList<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private ChainHead head;
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    /** An empty chain of a negotiation. */
    public MadeChain() {
        this(new Subject("negotiation", "neg_aaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }

    /** An empty chain of the subject. */
    public MadeChain(Subject subject) {
        this.subject = subject;
        this.head = new ChainHead(0, ChainHead.genesis(subject), 0);
    }

    /** A chain of that many entries by one key. */
    public static MadeChain of(int length, EntrySigner key) {
        return new MadeChain().append(length, key);
    }

    /** That many further entries by the key. */
    public MadeChain append(int more, EntrySigner key) {
        for (int i = 0; i < more; i++) {
            now = now.plus(PACE);
            EntryDraft draft = Drafts.decided(subject, "r" + (head.seq() + 1));
            add(new EntryMaker(key, () -> now).make(draft, CanonicalJson.text(draft.body()), head));
        }
        return this;
    }

    /** One more entry of this kind and body by the key. */
    public MadeChain append(String kind, ObjectNode body, EntrySigner key) {
        now = now.plus(PACE);
        EntryDraft draft = new EntryDraft(subject, kind, body);
        add(new EntryMaker(key, () -> now).make(draft, CanonicalJson.text(body), head));
        return this;
    }

    private void add(MadeEntry made) {
        entries.add(made.jcs());
        receipts.add(made.receipt());
        head = made.asHead();
    }

    /** The next entry starts where an entry with this clock would. */
    public MadeChain at(Instant time) {
        now = time;
        head = new ChainHead(head.seq(), head.hash(), 0);
        return this;
    }

    /** The stored bytes. */
    public List<byte[]> entries() {
        return entries;
    }

    /** One for each entry. */
    public List<Receipt> receipts() {
        return receipts;
    }

    /** A bundle of all entries, without receipts. */
    public byte[] bundle(TestKey... keys) {
        return Records.bundle(entries, List.of(), keys);
    }

    /** A bundle of some entries with some receipts. */
    public static byte[] bundle(List<byte[]> entries, List<Receipt> receipts, TestKey... keys) {
        return Records.bundle(entries, receipts, keys);
    }

    /** A bundle of one entry as given. */
    public static byte[] bundleOf(String entry, TestKey... keys) {
        return Records.bundle(List.of(entry.getBytes(StandardCharsets.UTF_8)), List.of(), keys);
    }
}
