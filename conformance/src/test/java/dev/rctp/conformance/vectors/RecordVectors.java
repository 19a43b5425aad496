package dev.rctp.conformance.vectors;

import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Records: chains, openings, receipts (REC-2 to REC-6). */
final class RecordVectors {

    private static final String SALT = Texts.salt("opening");

    private final VectorFile file = new VectorFile(
            "records",
            "Bundles of chains (schema record-bundle); seq of a broken one is that of the first bad entry, 0 for what is beside them.");
    private final Cast cast;

    RecordVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        good();
        order();
        entries();
        signatures();
        beside();
        return file;
    }

    private void good() {
        ObjectNode subject = Texts.object("{'type':'negotiation','id':'" + Cast.NEGOTIATION + "'}");
        file.valid("genesis", "REC-2", "The prev_hash of a first entry.")
                .put("canonical_subject", "{\"id\":\"" + Cast.NEGOTIATION + "\",\"type\":\"negotiation\"}")
                .putObject("expected")
                .put("digest", Texts.hash(subject));
        sound("one-entry", "REC-2", "One entry.", chain(1));
        sound("four-entries", "REC-2", "Four entries.", chain(4));
        sound(
                "receipts",
                "DEC-6",
                "With the receipts of two answers.",
                chain(4).receipt(2).receipt(4));
        sound("opening", "REC-6", "With what one side may know.", confiding());
        sound("opening-closed", "REC-6", "The same for who may not.", closed());
        ChainDraft both = new ChainDraft(cast.retired(), "negotiation", Cast.NEGOTIATION)
                .add("decided", body(1))
                .signer(cast.gateway())
                .add("done", body(2));
        sound("rotated-key", "REC-5", "The first entry by a key that is retired since.", both);
        ChainDraft order = chain(1).add("decided", body(2).put("\ufb33", 1).put("\ud83d\ude00", 2));
        sound("order-utf16", "REC-2", "B60: a body whose names UTF-16 and code points order otherwise.", order);
        sound(
                "same-time",
                "REC-2",
                "Two entries of one millisecond.",
                chain(1).add("done", body(2), e -> e.put("at", "2026-09-21T14:13:20.000Z")));
        sound(
                "listing",
                "REC-1",
                "A listing's chain.",
                new ChainDraft(cast.gateway(), "listing", Cast.LISTING).add("decided", body(1)));
    }

    private void order() {
        broken("swapped", "Two entries in each other's place.", 3, "seq", c -> swap(c, 1, 2));
        broken(
                "doubled",
                "An entry twice.",
                2,
                "seq",
                c -> c.entries().add(2, c.entry(2).deepCopy()));
        broken(
                "removed",
                "An entry in the middle is missing.",
                3,
                "seq",
                c -> c.entries().remove(1));
        broken(
                "first-removed",
                "B88: the first entry is missing.",
                2,
                "part",
                c -> c.entries().removeFirst());
        broken("last-removed", "B88: the last entry is missing, and its receipt is here.", 0, "receipt", c -> {
            c.receipt(4);
            c.entries().removeLast();
        });
        broken(
                "all-removed",
                "B88: no entry at all.",
                0,
                "entries",
                c -> c.entries().clear());
        broken(
                "prev-hash",
                "Another prev_hash, signed.",
                3,
                "prev_hash",
                c -> resign(c, 3, e -> e.put("prev_hash", "sha-256:" + "0".repeat(64))));
        broken(
                "genesis-zero",
                "A first entry that hangs on nothing.",
                1,
                "prev_hash",
                c -> resign(c, 1, e -> e.put("prev_hash", "sha-256:" + "0".repeat(64))));
        broken("forked", "B84: two entries with one number.", 2, "seq", c -> {
            ObjectNode other = c.entry(2).deepCopy().put("kind", "vetoed");
            c.sign(other);
            c.entries().add(2, other);
        });
        broken("renumbered", "A gap in seq, signed.", 5, "seq", c -> resign(c, 4, e -> e.put("seq", 5)));
        broken(
                "subject-other",
                "An entry of another chain.",
                3,
                "subject",
                c -> resign(c, 3, e -> e.set("subject", Texts.object("{'type':'negotiation','id':'x'}"))));
        broken(
                "time-back",
                "A time before that of the entry before.",
                4,
                "at",
                c -> resign(c, 4, e -> e.put("at", "2026-09-21T14:13:20.000Z")));
    }

    private void entries() {
        broken(
                "body-altered",
                "Another body under the signature.",
                2,
                "payload",
                c -> ((ObjectNode) c.entry(2).path("body")).put("request_id", "r9"));
        broken(
                "kind-altered",
                "Another kind under the signature.",
                2,
                "payload",
                c -> c.entry(2).put("kind", "vetoed"));
        broken(
                "rewritten",
                "An earlier entry, signed anew: the next does not follow.",
                3,
                "prev_hash",
                c -> resign(c, 2, e -> ((ObjectNode) e.path("body")).put("request_id", "r9")));
        broken("last-rewritten", "The last entry, signed anew: its receipt shows it.", 0, "receipt", c -> {
            c.receipt(4);
            resign(c, 4, e -> ((ObjectNode) e.path("body")).put("request_id", "r9"));
        });
        broken("version", "B90: another version.", 2, "schema", c -> resign(c, 2, e -> e.put("v", 2)));
        broken("member-more", "A member more.", 2, "schema", c -> resign(c, 2, e -> e.put("note", "x")));
        broken("member-fewer", "No kind.", 2, "schema", c -> resign(c, 2, e -> e.remove("kind")));
        broken(
                "time-seconds",
                "A time without milliseconds.",
                2,
                "schema",
                c -> resign(c, 2, e -> e.put("at", "2026-09-21T14:13:21Z")));
        broken(
                "floor",
                "INV-1: a floor in an entry.",
                2,
                "schema",
                c -> resign(c, 2, e -> ((ObjectNode) e.path("body")).put("floor", 80000)));
        broken("seq-text", "A number as text.", 0, "schema", c -> resign(c, 2, e -> e.put("seq", "two")));
        broken(
                "hash-capitals",
                "A hash in capitals.",
                2,
                "schema",
                c -> resign(
                        c,
                        2,
                        e -> e.put(
                                "prev_hash",
                                e.path("prev_hash")
                                        .stringValue()
                                        .replace('a', 'A')
                                        .replace('b', 'B'))));
    }

    private void signatures() {
        for (TokenFaults.One one : TokenFaults.of(cast.stranger())) {
            if (one.fault().equals("claims") || one.name().equals("altered-payload")) {
                continue;
            }
            // the schema takes no other characters, and three parts that are not empty
            boolean schema = one.fault().equals("form")
                    || one.name().matches("alg-none|spelling-(padding|foreign|base64|line-end)");
            broken("jws-" + one.name(), one.comment(), 4, schema ? "schema" : one.fault(), c -> {
                ObjectNode entry = c.entry(4);
                entry.remove("jws");
                JwsDraft jws = new JwsDraft(cast.gateway(), "rctp-attestation+jwt", entry);
                one.change().accept(jws);
                entry.put("jws", jws.compact());
            });
        }
    }

    private void beside() {
        opening("opening-salt", "Another salt.", c -> first(c).put("salt", Texts.salt("other")));
        opening("opening-value", "Another value.", c -> first(c).set("value", Texts.object("{'amount':1}")));
        opening("opening-path", "Another place.", c -> first(c).put("path", "/body/action"));
        opening("opening-path-absent", "A place that is not there.", c -> first(c).put("path", "/body/none"));
        ChainDraft later = confiding();
        first(later).put("seq", 9);
        write("opening-seq", "REC-6", "Of an entry that is not here.", later, 0, "opening");
        broken("receipt-other", "A receipt for another entry.", 0, "receipt", c -> {
            c.receipt(2);
            ((ObjectNode) c.receipts().path(0)).put("seq", 3);
        });
        broken("receipt-beyond", "A receipt for an entry beyond the last.", 0, "receipt", c -> {
            c.receipt(2);
            ((ObjectNode) c.receipts().path(0)).put("seq", 9);
        });
    }

    private void opening(String name, String comment, Consumer<ChainDraft> change) {
        ChainDraft chain = confiding();
        change.accept(chain);
        write(name, "REC-6", comment, chain, 2, "opening");
    }

    private static ObjectNode first(ChainDraft chain) {
        return (ObjectNode) chain.openings().path(0);
    }

    private static void swap(ChainDraft chain, int one, int other) {
        ObjectNode kept = chain.entries().get(one);
        chain.entries().set(one, chain.entries().get(other));
        chain.entries().set(other, kept);
    }

    private static void resign(ChainDraft chain, int seq, Consumer<ObjectNode> change) {
        ObjectNode entry = chain.entry(seq);
        change.accept(entry);
        chain.sign(entry);
    }

    private ChainDraft chain(int length) {
        ChainDraft chain = new ChainDraft(cast.gateway(), "negotiation", Cast.NEGOTIATION);
        for (int i = 1; i <= length; i++) {
            chain.add(i % 2 == 1 ? "decided" : "done", body(i));
        }
        return chain;
    }

    private static ObjectNode body(int number) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("action", "offer.create")
                .put("decision", "auto")
                .put("request_id", "r" + number)
                .put("terms_commitment", "sha-256:" + "ab".repeat(32));
    }

    private ChainDraft confiding() {
        ObjectNode value = Texts.object("{'reason':'below_floor','price':{'amount':79000,'currency':'EUR'}}");
        ObjectNode body = Texts.object("{'action':'offer.create','decision':'forbid'}");
        body.put("confided", ChainDraft.confided(SALT, value));
        return chain(1).add("decided", body).open("/body/confided", SALT, value);
    }

    private ChainDraft closed() {
        ChainDraft chain = confiding();
        chain.openings().removeAll();
        return chain;
    }

    private void sound(String name, String clause, String comment, ChainDraft chain) {
        ObjectNode made = file.valid(name, clause, comment);
        made.set("bundle", chain.bundle(cast.gateway(), cast.retired()));
        made.putObject("expected").set("hashes", chain.hashes());
    }

    private void broken(String name, String comment, int seq, String fault, Consumer<ChainDraft> change) {
        ChainDraft chain = chain(4);
        change.accept(chain);
        write(name, "REC-2", comment, chain, seq, fault);
    }

    private void write(String name, String clause, String comment, ChainDraft chain, int seq, String fault) {
        ObjectNode made = file.invalid(name, clause, comment);
        made.set("bundle", chain.bundle(cast.gateway(), cast.retired()));
        made.putObject("expected").put("seq", seq).put("fault", fault);
    }
}
