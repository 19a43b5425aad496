package dev.rctp.conformance.breakable.domain.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One subject's entries, and what is confided beside them (REC-1, REC-6). */
final class Chain {

    /** What the digest at {@code path} of an entry stands for, and who may know. */
    record Opening(String reader, long seq, String path, String salt, JsonNode value) {}

    private final List<ObjectNode> entries = new ArrayList<>();
    private final List<byte[]> hashes = new ArrayList<>();
    private final List<Opening> openings = new ArrayList<>();
    private Instant last = Instant.EPOCH;

    List<ObjectNode> entries() {
        return entries;
    }

    List<byte[]> hashes() {
        return hashes;
    }

    List<Opening> openings() {
        return openings;
    }

    /** The time of the next entry: it never runs backwards (section 1). */
    Instant next(Instant now) {
        last = now.isBefore(last) ? last : now;
        return last;
    }
}
