package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.registries.Schemas;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Goes along a chain, entry by entry, and holds each to REC-2 and to the one before it; one whose key is not given, to all but its signature. */
final class ChainWalk {

    private static final int VERSION = 1;

    private final Schemas schemas;
    private final Map<String, P256Key> keys;
    private final Set<String> keyIds = new TreeSet<>();
    private final List<String> hashes = new ArrayList<>();
    private @Nullable JsonNode subject;
    private Integrity.@Nullable Unknown unknown;
    private long firstSeq;
    private Instant lastAt = Instant.MIN;

    ChainWalk(Schemas schemas, Map<String, P256Key> keys) {
        this.schemas = schemas;
        this.keys = keys;
    }

    /** Checks the next entry; nothing of it counts when it is at fault. */
    void step(JsonNode entry) throws Fault {
        shape(entry);
        place(entry);
        signature(entry);
        Instant at = at(entry);
        Fault.unless(!at.isBefore(lastAt), "an at before that of the entry before");
        lastAt = at;
        hashes.add(Canonical.hash(entry));
    }

    /** The number of the first entry; 0 before it. */
    long firstSeq() {
        return firstSeq;
    }

    /** The hash of the entry with this number; null when the walk has not passed it. */
    @Nullable
    String hashOf(long seq) {
        long index = seq - firstSeq;
        return index < 0 || index >= hashes.size() ? null : hashes.get((int) index);
    }

    /** The chain's subject; null before the first entry. */
    @Nullable
    JsonNode subject() {
        return subject;
    }

    /** What the walk has come to: sound, unless it passed an entry whose key is not given. */
    Integrity integrity() {
        return unknown == null ? new Integrity.Sound() : unknown;
    }

    Set<String> keyIds() {
        return keyIds;
    }

    private void shape(JsonNode entry) throws Fault {
        JsonNode version = entry.path("v");
        Fault.unless(version.isInt() && version.intValue() == VERSION, "a version of the record that is not known");
        List<Schemas.Fault> faults = schemas.validate("attestation-entry", entry);
        if (!faults.isEmpty()) {
            Schemas.Fault first = faults.getFirst();
            throw new Fault("not an entry: " + first.path() + " " + first.message());
        }
    }

    private void place(JsonNode entry) throws Fault {
        Fault.unless(entry.path("seq").canConvertToLong(), "a number that no chain reaches");
        long seq = entry.path("seq").longValue();
        JsonNode own = entry.path("subject");
        String prevHash = entry.path("prev_hash").stringValue();
        if (subject == null) {
            Fault.unless(seq >= 1, "a number below 1");
            Fault.unless(
                    seq > 1 || prevHash.equals(Canonical.hash(own)),
                    "a first entry whose prev_hash is not that of its subject");
            subject = own;
            firstSeq = seq;
        } else {
            Fault.unless(own.equals(subject), "an entry of another subject");
            Fault.unless(seq == firstSeq + hashes.size(), "a number that does not follow the entry before");
            Fault.unless(prevHash.equals(hashes.getLast()), "a prev_hash that is not the hash of the entry before");
        }
    }

    private void signature(JsonNode entry) throws Fault {
        EntryJws jws = EntryJws.parse(entry.path("jws").stringValue());
        boolean given = keys.containsKey(jws.keyId());
        if (given) {
            jws.verify(keys);
        } else if (unknown == null) {
            unknown = new Integrity.Unknown(hashes.size(), entry.path("seq").longValue(), jws.keyId());
        }
        ObjectNode signed = (ObjectNode) entry.deepCopy();
        signed.remove("jws");
        Fault.unless(
                Arrays.equals(jws.payload(), Canonical.bytes(signed)),
                "a jws that signs something else than the entry");
        if (given) {
            keyIds.add(jws.keyId());
        }
    }

    private static Instant at(JsonNode entry) throws Fault {
        try {
            return Instant.parse(entry.path("at").stringValue());
        } catch (DateTimeParseException e) {
            throw new Fault("an at that is no time");
        }
    }
}
