package dev.rctp.attest.verify;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an offline check of a bundle found (REC-4).
 *
 * @param integrity whether the entries are those that were written, in their order
 * @param completeness whether none is missing, as far as receipts and signed heads can tell
 * @param firstSeq the number of the bundle's first entry; above 1 for a slice, whose link to what came before is not checked; 0 when there is none
 * @param entries how many entries the bundle holds
 * @param keyIds the thumbprints of the keys that signed the entries found good
 * @param answers what was found of sellers' answers; of a record that is not sound it proves nothing
 * @param unjudgedEvents the numbers of a deal's events that can't be held against what came before, for that is not here
 * @param signers who is said to have signed the deal's events, each with its key; of a record that is not sound it proves nothing
 * @param log whose checkpoints the signed heads are of; null where none was looked at
 */
public record RecordReport(
        Integrity integrity,
        Completeness completeness,
        long firstSeq,
        int entries,
        Set<String> keyIds,
        Answers answers,
        List<Long> unjudgedEvents,
        List<Signer> signers,
        @Nullable Log log) {

    /** Keeps its own copies. */
    public RecordReport {
        keyIds = Set.copyOf(keyIds);
        unjudgedEvents = List.copyOf(unjudgedEvents);
        signers = List.copyOf(signers);
    }

    /** Whether nothing at all was found wrong with a chain from its first entry on: sound, and not incomplete (B88). */
    public boolean passed() {
        return passedAsPart() && !slice();
    }

    /** Whether nothing was found wrong with what is here, be it a part of a chain: its beginning is then not proven, nor what is not judged. */
    public boolean passedAsPart() {
        return integrity instanceof Integrity.Sound
                && !(completeness instanceof Completeness.Incomplete)
                && !(completeness instanceof Completeness.Unproven)
                && areTheParties();
    }

    /** Whether it can't be told, for want of keys or of a signed head and of nothing else. */
    public boolean isUndecided() {
        return switch (integrity) {
            case Integrity.Unknown _ -> !(completeness instanceof Completeness.Incomplete);
            case Integrity.Sound _ -> completeness instanceof Completeness.Unproven && areTheParties();
            case Integrity.Broken _ -> false;
        };
    }

    private boolean areTheParties() {
        return signers.stream().noneMatch(signer -> signer.whose() == Whose.ANOTHERS);
    }

    /** Whether the bundle starts after the chain's first entry. */
    public boolean slice() {
        return firstSeq > 1;
    }

    /** Whether the entries are those that were written. */
    public sealed interface Integrity {

        /** Every entry is well formed, signed by a given key, and follows the one before; every answer is to what was asked. */
        record Sound() implements Integrity {}

        /**
         * Every entry is well formed and follows the one before, but some can't be checked for want of the key that signed them.
         *
         * @param index the first one's place in the bundle from 0
         * @param seq its number
         * @param keyId the key that it names
         */
        record Unknown(int index, long seq, String keyId) implements Integrity {}

        /**
         * The first bad entry; nothing is said of those behind it.
         *
         * @param index its place in the bundle from 0; -1 when the bundle itself is bad
         * @param seq the number it claims; 0 when it claims none
         * @param fault what is wrong with it, in one sentence
         */
        record Broken(int index, long seq, String fault) implements Integrity {}
    }

    /**
     * The log that signed heads are of.
     *
     * @param key its verifier key
     * @param kept whether the reader gave it; else it is the file's own word, to be compared with what the gateway publishes
     */
    public record Log(String key, boolean kept) {}

    /**
     * A key that signed events of a deal. That it is the party's own stands nowhere in a chain: the gateway looked it up in the party's profile.
     *
     * @param operator the party's profile, as the events have it
     * @param roles in which it signed
     * @param keyId the key's thumbprint
     * @param events the numbers of the entries
     * @param whose what the reader's own profiles say of the key
     */
    public record Signer(String operator, Set<String> roles, String keyId, List<Long> events, Whose whose) {

        /** Keeps its own copies, the roles in their order. */
        public Signer {
            roles = Collections.unmodifiableSet(new TreeSet<>(roles));
            events = List.copyOf(events);
        }
    }

    /** Whether a key is its party's. */
    public enum Whose {
        /** The reader has no profile of the party. */
        NOT_JUDGED,

        /** It is in a profile that the reader has of the party. */
        THE_PARTYS,

        /** It is in none of them. */
        ANOTHERS
    }

    /**
     * Sellers' answers, {@code approved} and {@code declined}.
     *
     * @param checked how many had a passkey's signature that was verified, against the entry that asks
     * @param unjudged the others, in their order
     */
    public record Answers(int checked, List<Unjudged> unjudged) {

        /** Keeps its own copy. */
        public Answers {
            unjudged = List.copyOf(unjudged);
        }
    }

    /**
     * An answer that is not judged.
     *
     * @param seq the number of its entry
     * @param want what is missing for it
     */
    public record Unjudged(long seq, Want want) {}

    /** What is missing where an answer can't be judged. */
    public enum Want {
        /** The question: it stands before the slice, or is confided and not opened here. */
        QUESTION,

        /** The passkey's signature: it is confided and not opened here. */
        SIGNATURE,

        /** Both. */
        QUESTION_AND_SIGNATURE
    }

    /** Whether entries are missing from the end, or all of them: nothing but receipts and signed heads can tell. */
    public sealed interface Completeness {

        /**
         * Every receipt and every signed head names an entry of the bundle. What followed the last one that they name, they don't tell.
         *
         * @param upTo the greatest number that one of the reader's names
         * @param receipts how many there were of the reader's own
         * @param heads how many there were that the log proves whose key the reader gave (REC-7)
         */
        record Complete(long upTo, int receipts, int heads) implements Completeness {}

        /**
         * So does every one that the bundle itself brings, and the reader has none: whoever cuts a chain can make these fit.
         *
         * @param receipts how many the bundle has
         * @param heads how many it has, by the log whose key it brings along
         */
        record FilesOwn(int receipts, int heads) implements Completeness {}

        /**
         * A receipt or a signed head names what the bundle does not hold: entries were removed or replaced.
         *
         * @param fault which, in one sentence
         */
        record Incomplete(String fault) implements Completeness {}

        /** The reader knows the log, and there is neither a head that it signed nor a receipt of the reader's: they may have been cut off with the end. */
        record Unproven() implements Completeness {}

        /** There are neither receipts nor signed heads, or the bundle is not sound. */
        record NotJudged() implements Completeness {}
    }
}
