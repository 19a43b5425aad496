package dev.rctp.attest;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * The end of a chain, to which the next entry is appended.
 *
 * @param seq the last entry's number; 0 for a chain without entries
 * @param hash the next entry's {@code prev_hash}
 * @param atMillis the last entry's {@code at}, before which the next cannot be; milliseconds since 1970
 */
record ChainHead(long seq, String hash, long atMillis) {

    /** The {@code prev_hash} of a chain's first entry: the hash of the JCS of its subject (REC-2). */
    static String genesis(Subject subject) {
        return Sha256.text(EntryMaker.subjectJcs(subject).getBytes(StandardCharsets.UTF_8));
    }
}
