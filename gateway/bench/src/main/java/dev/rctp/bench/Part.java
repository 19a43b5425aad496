package dev.rctp.bench;

import java.util.Arrays;
import java.util.List;

/** What a governed call cannot do without, and a few pieces to compare with. */
enum Part {
    VERIFY("one verification (P-256)", true),
    SIGNATURES("four signatures (P-256): two entries, answer, upstream request", true),
    INTROSPECTION("one introspection round trip", true),
    UPSTREAM("one upstream round trip", true),
    ROWS("rows of idempotency and intent, in batches as they occurred", true),
    COMMIT("2/50 of a commit of fifty entries", true),
    WHOLE_MESSAGE("check of the whole message: coverage, digest, base, verification", false),
    ROWS_OF_FIFTY("rows of idempotency and intent, in batches of fifty", false);

    private final String label;
    private final boolean unavoidable;

    Part(String label, boolean unavoidable) {
        this.label = label;
        this.unavoidable = unavoidable;
    }

    /** Its line in the table. */
    String label() {
        return label;
    }

    /** Those of the sum. */
    static List<Part> ofTheSum() {
        return Arrays.stream(values()).filter(part -> part.unavoidable).toList();
    }

    /** Those beside it. */
    static List<Part> beside() {
        return Arrays.stream(values()).filter(part -> !part.unavoidable).toList();
    }
}
