package dev.rctp.attest;

/**
 * An entry in its place, ready to be stored.
 *
 * @param jcs the whole entry: what is stored, hashed and read back
 * @param hash over {@code jcs}
 * @param atMillis its {@code at}, milliseconds since 1970
 */
record MadeEntry(Subject subject, long seq, byte[] jcs, String hash, long atMillis) {

    ChainHead asHead() {
        return new ChainHead(seq, hash, atMillis);
    }

    Receipt receipt() {
        return new Receipt(subject, seq, hash);
    }
}
