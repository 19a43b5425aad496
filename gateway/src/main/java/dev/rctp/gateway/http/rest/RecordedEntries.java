package dev.rctp.gateway.http.rest;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;

/** Where entries are read that are themselves an answer (EVT-1). */
@FunctionalInterface
public interface RecordedEntries {

    /** The entry of this receipt, as the bytes that were hashed. */
    byte[] read(Receipt place) throws LedgerUnavailableException;
}
