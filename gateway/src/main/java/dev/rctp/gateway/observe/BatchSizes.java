package dev.rctp.gateway.observe;

import dev.rctp.attest.BatchWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tags;

/** Counts what the ledger appends to chains, and how much of it shares a transaction. */
public final class BatchSizes implements BatchWatch {

    private final DistributionSummary units;
    private final Counter entries;

    /** Registers its meters. */
    public BatchSizes(Metrics metrics) {
        this.units =
                metrics.sizes("rctp.ledger.batch", "Units that shared a transaction.", 1, 2, 5, 10, 25, 50, 100, 256);
        this.entries = metrics.counter("rctp.ledger.entries", "Entries appended to chains.", Tags.empty());
    }

    @Override
    public void committed(int inBatch, int appended) {
        units.record(inBatch);
        entries.increment(appended);
    }
}
