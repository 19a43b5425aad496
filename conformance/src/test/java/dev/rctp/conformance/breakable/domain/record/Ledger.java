package dev.rctp.conformance.breakable.domain.record;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.conformance.breakable.jose.GatewayKey;
import dev.rctp.conformance.breakable.jose.Ids;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The chains of all subjects, in memory (section 9). Safe for concurrent use. */
public final class Ledger {

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Map<Subject, Chain> chains = new HashMap<>();
    private final GatewayKey signer;
    private final InstantSource clock;
    private final Ids ids;
    private final Set<Fault> faults;

    /** An empty record that this signer signs. */
    public Ledger(GatewayKey signer, InstantSource clock, Ids ids, Set<Fault> faults) {
        this.signer = signer;
        this.clock = clock;
        this.ids = ids;
        this.faults = faults;
    }

    /** Appends an entry that all readers of the chain may read. */
    public synchronized Receipt append(Subject subject, String kind, ObjectNode body) {
        return add(subject, kind, body, chain(subject));
    }

    /**
     * Appends an entry of which all but the open part is for one side (REC-6).
     *
     * @param open what every reader of the chain may know; gets {@code side} and {@code confided}
     * @param side whose it is, as the entry says
     * @param reader who gets the opening: a side, or {@code jkt:} and a key
     */
    public synchronized Receipt confide(
            Subject subject, String kind, ObjectNode open, String side, String reader, JsonNode value) {
        Chain chain = chain(subject);
        String salt = ids.nonce();
        open.put("side", side).put("confided", digest(salt, value));
        Receipt receipt = add(subject, kind, open, chain);
        chain.openings().add(new Chain.Opening(reader, receipt.seq(), "/confided", salt, value.deepCopy()));
        return receipt;
    }

    /** The hash of the chain's newest entry, and its number; empty without entries. */
    public synchronized Optional<Receipt> head(Subject subject) {
        Chain chain = chains.get(subject);
        return chain == null || chain.entries().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        receipt(subject, chain.entries().size(), chain.hashes().getLast()));
    }

    /** The heads of all chains. */
    public synchronized List<Receipt> heads() {
        return chains.keySet().stream()
                .flatMap(subject -> head(subject).stream())
                .toList();
    }

    /** The entry that a receipt is of. */
    public synchronized ObjectNode entry(Subject subject, long seq) {
        return chain(subject).entries().get((int) seq - 1);
    }

    /** The receipt of an entry that stands. */
    public synchronized Receipt receipt(Subject subject, long seq) {
        return receipt(subject, seq, chain(subject).hashes().get((int) seq - 1));
    }

    /** A compact JWS of the gateway's over the claims. */
    public String sign(String type, ObjectNode claims) {
        return signer.jws(type, CanonicalJson.bytes(claims));
    }

    /** A part of the chain with what these readers may open (REC-4). */
    public synchronized ObjectNode read(Subject subject, long from, int limit, Set<String> readers) {
        Chain chain = chain(subject);
        ArrayNode entries = Json.array();
        ArrayNode openings = Json.array();
        List<ObjectNode> all = chain.entries();
        long end = Math.min(all.size(), from - 1 + limit);
        for (long i = from - 1; i < end; i++) {
            entries.add(all.get((int) i));
        }
        for (Chain.Opening opening : chain.openings()) {
            boolean mine = readers.contains(opening.reader());
            if (faults.contains(Fault.OPENINGS_SHOWN_TO_ALL)) {
                mine = true;
            }
            if (mine && opening.seq() >= from && opening.seq() <= end) {
                ObjectNode shown = Json.object().put("seq", opening.seq()).put("path", opening.path());
                shown.put("salt", opening.salt()).set("value", opening.value());
                openings.add(shown);
            }
        }
        ObjectNode answer = Json.object();
        answer.set("entries", entries);
        answer.set("openings", openings);
        return answer;
    }

    private Receipt add(Subject subject, String kind, ObjectNode body, Chain chain) {
        long seq = chain.entries().size() + 1L;
        long written = seq;
        if (faults.contains(Fault.CHAIN_SKIPS_A_NUMBER)) {
            written = seq < 3 ? seq : seq + 1;
        }
        ObjectNode entry = Json.object().put("v", 1);
        entry.set("subject", subject.json());
        entry.put("seq", written);
        entry.put("prev_hash", "sha-256:" + HexFormat.of().formatHex(previous(subject, chain)));
        entry.put("at", MILLIS.format(chain.next(clock.instant())));
        entry.put("kind", kind);
        entry.set("body", body.deepCopy());
        entry.put("jws", jws(entry));
        byte[] hash = Sha256.bytes(CanonicalJson.bytes(entry));
        if (faults.contains(Fault.CHAIN_HASHES_WITHOUT_SIGNATURE)) {
            hash = Sha256.bytes(CanonicalJson.bytes(entry.deepCopy().without("jws")));
        }
        chain.entries().add(entry);
        chain.hashes().add(hash);
        if (faults.contains(Fault.RECEIPT_OF_ANOTHER_ENTRY)) {
            return receipt(subject, seq, Sha256.bytes(hash));
        }
        return receipt(subject, seq, hash);
    }

    private byte[] previous(Subject subject, Chain chain) {
        List<byte[]> hashes = chain.hashes();
        if (hashes.isEmpty()) {
            return faults.contains(Fault.CHAIN_STARTS_FROM_NOTHING)
                    ? new byte[32]
                    : Sha256.bytes(CanonicalJson.bytes(subject.json()));
        }
        if (hashes.size() > 1 && faults.contains(Fault.CHAIN_FORKS)) {
            return hashes.get(hashes.size() - 2);
        }
        return hashes.getLast();
    }

    private String jws(ObjectNode entry) {
        byte[] payload = CanonicalJson.bytes(entry);
        if (faults.contains(Fault.ENTRY_SIGNED_OVER_BODY_ALONE)) {
            payload = CanonicalJson.bytes(entry.path("body"));
        }
        String jws = signer.jws("rctp-attestation+jwt", payload);
        if (faults.contains(Fault.ENTRY_SIGNATURE_OF_ZEROS)) {
            return jws.substring(0, jws.lastIndexOf('.') + 1) + Base64Url.text(new byte[64]);
        }
        return jws;
    }

    private static Receipt receipt(Subject subject, long seq, byte[] hash) {
        return new Receipt(
                subject.type(), subject.id(), seq, Base64.getEncoder().encodeToString(hash));
    }

    private Chain chain(Subject subject) {
        return chains.computeIfAbsent(subject, s -> new Chain());
    }

    private String digest(String salt, JsonNode value) {
        ObjectNode salted = Json.object().put("salt", salt);
        salted.set("value", value);
        return Json.digest(salted);
    }
}
