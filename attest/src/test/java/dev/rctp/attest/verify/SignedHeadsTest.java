package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.TestLogKey;
import dev.rctp.attest.log.HeadLeaf;
import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.log.MerkleHash;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SignedHeadsTest {

    private static final String LOG = "gateway.example";
    private static final String NEGOTIATION = "neg_aaaaaaaaaaaaaaaaaaaaaaaaaa";

    private final RecordVerifier records = new RecordVerifier(Registries.load());
    private final DossierVerifier dossiers = new DossierVerifier(Registries.load());
    private TestKey key;
    private TestLogKey logKey;

    @BeforeEach
    void keys() throws GeneralSecurityException {
        key = TestKey.generate();
        logKey = TestLogKey.generate();
    }

    @Test
    @DisplayName("REC-7: a signed head that is there makes a chain complete up to it")
    void complete() throws Exception {
        MadeChain chain = MadeChain.of(5, key);
        for (int seq = 1; seq <= 5; seq++) {
            RecordReport report =
                    verified(bundle(chain.entries(), chain.receipts().get(seq - 1)));
            assertThat(report.completeness()).isEqualTo(new Completeness.Complete(seq, 0, 1));
            assertThat(report.passed()).isTrue();
        }
    }

    @Test
    @DisplayName("REC-7, B88: a removed end, a removed beginning and an end written anew are found by a signed head")
    void removed() throws Exception {
        MadeChain chain = MadeChain.of(5, key);
        Receipt head = chain.receipts().getLast();
        for (int left = 1; left < 5; left++) {
            RecordReport report = verified(bundle(chain.entries().subList(0, left), head));
            assertThat(report.integrity()).isInstanceOf(Integrity.Sound.class);
            assertThat(report.completeness())
                    .isEqualTo(new Completeness.Incomplete("entry 5 of a signed head is missing"));
            assertThat(report.passedAsPart()).isFalse();
        }
        assertThat(verified(bundle(chain.entries().subList(1, 5), head)).passed())
                .isFalse();
        MadeChain anew = MadeChain.of(5, TestKey.generate());
        ObjectNode rewritten = bundle(anew.entries(), head);
        rewritten.putArray("keys").add(key.jwk());
        assertThat(verified(rewritten).passed()).isFalse();
    }

    @Test
    @DisplayName(
            "REC-7: a chain that was signed anew as a whole, by a key that the file brings along, is found by a signed head")
    void resigned() throws Exception {
        Receipt head = MadeChain.of(3, key).receipts().getLast();
        TestKey forgers = TestKey.generate();
        MadeChain forged = MadeChain.of(3, forgers);
        ObjectNode bundle = StrictJson.parseObject(MadeChain.bundle(forged.entries(), List.of(), forgers));
        prove(bundle, head);

        RecordReport report = verified(bundle);
        assertThat(report.integrity()).isInstanceOf(Integrity.Sound.class);
        assertThat(report.completeness())
                .isEqualTo(new Completeness.Incomplete("entry 3 is not the one of its signed head"));
    }

    @Test
    @DisplayName("REC-7: a proof by another log, of another leaf, or with any hash, number or text changed is BROKEN")
    void wrongProofs() throws Exception {
        MadeChain chain = MadeChain.of(2, key);
        Receipt head = chain.receipts().getLast();
        List<ObjectNode> wrong = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            wrong.add(bundle(chain.entries(), head));
        }
        wrong.get(0).put("log_key", new LogKey(LOG, TestLogKey.generate().publicKey()).text());
        proof(wrong.get(1)).put("index", 1);
        ((ObjectNode) proof(wrong.get(2)).path("head")).put("seq", 1);
        proof(wrong.get(3)).putArray("hashes");
        proof(wrong.get(4))
                .put(
                        "checkpoint",
                        proof(wrong.get(4)).path("checkpoint").stringValue().replace("\n2\n", "\n3\n"));
        wrong.get(5).put("log_key", LOG);
        for (ObjectNode bundle : wrong) {
            assertThat(records.verify(bytes(bundle)).integrity()).isInstanceOf(Integrity.Broken.class);
        }
        ObjectNode keyless = bundle(chain.entries(), head);
        keyless.remove("log_key");
        assertThat(records.verify(bytes(keyless)).integrity())
                .isEqualTo(new Integrity.Broken(-1, 0, "a proof without the log's key"));
        Receipt others = new MadeChain(new Subject("deal", "dea_x"))
                .append(2, key)
                .receipts()
                .getLast();
        assertThat(verified(bundle(chain.entries(), others)).completeness())
                .isEqualTo(new Completeness.Incomplete("a signed head of another chain"));
    }

    @Test
    @DisplayName(
            "REC-7, B88: heads of a log whose key the file brings along never make it complete; the report names the key")
    void ownLog() throws Exception {
        MadeChain chain = MadeChain.of(5, key);
        ObjectNode cut = bundle(chain.entries().subList(0, 3), chain.receipts().get(2));

        RecordReport report = records.verify(bytes(cut));
        assertThat(report.completeness()).isEqualTo(new Completeness.FilesOwn(0, 1));
        assertThat(report.log()).isEqualTo(new RecordReport.Log(logKeyText(), false));
        String real = new LogKey(LOG, TestLogKey.generate().publicKey()).text();
        assertThat(records.verify(bytes(cut), new Kept(null, List.of(), List.of(), real))
                        .integrity())
                .isInstanceOf(Integrity.Broken.class);
        assertThat(verified(cut).log()).isEqualTo(new RecordReport.Log(logKeyText(), true));
    }

    @Test
    @DisplayName("REC-7, B88: a head of the reader's own is held to a file that brings none, or one with an older head")
    void ownHead() throws Exception {
        MadeChain chain = MadeChain.of(5, key);
        JsonNode newest = proof(bundle(chain.entries(), chain.receipts().getLast()));
        ObjectNode cut = bundle(chain.entries().subList(0, 3), chain.receipts().get(2));
        Kept kept = new Kept(null, List.of(), List.of(newest), logKeyText());

        assertThat(records.verify(bytes(cut), kept).completeness())
                .isEqualTo(new Completeness.Incomplete("entry 5 of a signed head is missing"));
        cut.remove(List.of("proofs", "log_key"));
        assertThat(records.verify(bytes(cut), kept).completeness())
                .isEqualTo(new Completeness.Incomplete("entry 5 of a signed head is missing"));
        ObjectNode whole = StrictJson.parseObject(chain.bundle(key));
        assertThat(records.verify(bytes(whole), kept).completeness()).isEqualTo(new Completeness.Complete(5, 0, 1));
    }

    @Test
    @DisplayName(
            "REC-7: chains of one file whose heads are of several checkpoints don't verify: one may be an older state")
    void severalCheckpoints() throws Exception {
        MadeChain negotiation = MadeChain.of(4, key);
        MadeChain deal = deal(negotiation.receipts().get(2));
        ObjectNode dossier = dossier(negotiation, deal, listing("l_1"));
        prove(
                (ObjectNode) dossier.path("chains").path(0),
                negotiation.receipts().getLast());
        prove((ObjectNode) dossier.path("chains").path(1), deal.receipts().getLast());
        dossier.put("log_key", logKeyText());
        for (JsonNode chain : dossier.path("chains")) {
            ((ObjectNode) chain).remove("log_key");
        }

        assertThat(fault(dossier)).isEqualTo("a file whose signed heads are of several checkpoints");
    }

    @Test
    @DisplayName(
            "B88, DEC-6: a reader's receipts and heads are held to the chains of an export, and show that one is not there")
    void readersOwn() throws Exception {
        MadeChain negotiation = MadeChain.of(4, key);
        MadeChain deal = deal(negotiation.receipts().get(2));
        byte[] file = bytes(dossier(negotiation, deal, listing("l_1")));
        JsonNode head = proof(bundle(deal.entries(), deal.receipts().getLast()));

        DossierReport all = dossiers.verify(
                file, new Kept(null, List.of(json(negotiation.receipts().get(1))), List.of(head), logKeyText()));
        assertThat(all.fault()).isNull();
        assertThat(all.chains())
                .extracting(chain -> chain.report().completeness())
                .containsExactly(
                        new Completeness.Complete(2, 1, 0),
                        new Completeness.Complete(1, 0, 1),
                        new Completeness.Unproven());
        assertThat(all.passed()).isFalse();
        assertThat(all.isUndecided()).isTrue();
        Receipt beyond = new Receipt(negotiation.receipts().getFirst().subject(), 5, "sha-256:" + "0".repeat(64));
        assertThat(dossiers.verify(file, new Kept(null, List.of(json(beyond)), List.of(), null))
                        .passed())
                .isFalse();
        Receipt others = new Receipt(new Subject("listing", "l_2"), 1, "sha-256:" + "0".repeat(64));
        assertThat(dossiers.verify(file, new Kept(null, List.of(json(others)), List.of(), null))
                        .passed())
                .as("a receipt of another deal's listing says nothing of this one")
                .isTrue();
        JsonNode ofOther = proof(bundle(List.of(), others));
        DossierReport unproven = dossiers.verify(file, new Kept(null, List.of(), List.of(ofOther), logKeyText()));
        assertThat(unproven.fault()).isNull();
        assertThat(unproven.isUndecided()).isTrue();
    }

    private static JsonNode json(Receipt receipt) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("subject")
                .put("type", receipt.subject().type())
                .put("id", receipt.subject().id());
        return json.put("seq", receipt.seq()).put("hash", receipt.hash());
    }

    @Test
    @DisplayName("REC-2, REC-6: an export's deal goes on where its negotiation had come to; each chain has a report")
    void deals() throws Exception {
        MadeChain negotiation = MadeChain.of(4, key);
        DossierReport report = dossiers.verify(bytes(
                dossier(listing("l_1"), negotiation, deal(negotiation.receipts().get(2)))));

        assertThat(report.fault()).isNull();
        assertThat(report.passed()).isTrue();
        assertThat(report.chains())
                .extracting(DossierReport.Chain::subject)
                .containsExactly("listing/l_1", "negotiation/" + NEGOTIATION, "deal/dea_x");
    }

    @Test
    @DisplayName(
            "REC-2: an export whose deal names another negotiation, none that is there, or has one chain twice is BROKEN")
    void wrongDossiers() throws Exception {
        MadeChain negotiation = MadeChain.of(4, key);
        MadeChain deal = deal(negotiation.receipts().get(2));
        Receipt named = negotiation.receipts().get(2);
        Receipt other = new Receipt(named.subject(), 3, Sha256.text("other".getBytes(StandardCharsets.UTF_8)));
        Receipt beyond = new Receipt(named.subject(), 5, named.hash());

        assertThat(fault(dossier(deal))).isEqualTo("a deal whose negotiation is not here");
        assertThat(fault(dossier(negotiation, negotiation))).isEqualTo("a chain that is given twice");
        assertThat(fault(dossier(negotiation, deal(other)))).contains("names another negotiation");
        assertThat(fault(dossier(negotiation, deal(beyond))))
                .contains("names an entry of its negotiation which is not");
        assertThat(fault(dossier(negotiation).put("note", "x"))).contains("members that are not known");
        assertThat(fault(dossier())).contains("without a list of chains");
        assertThat(dossiers.verify("{".getBytes(StandardCharsets.UTF_8)).passed())
                .isFalse();
        MadeChain foreign = MadeChain.of(2, TestKey.generate());
        DossierReport keyless = dossiers.verify(
                bytes(dossier(listing("l_1"), foreign, deal(foreign.receipts().getLast()))));
        assertThat(keyless.passed()).isFalse();
        assertThat(keyless.isUndecided()).isTrue();
    }

    @Test
    @DisplayName("REC-2, REC-6: chains that don't belong to one deal don't verify: one missing, exchanged, or besides")
    void belonging() throws Exception {
        MadeChain negotiation = MadeChain.of(4, key);
        MadeChain deal = deal(negotiation.receipts().getLast());
        MadeChain listing = listing("l_1");
        MadeChain otherDeal = new MadeChain(new Subject("deal", "dea_y")).append(1, key);
        MadeChain otherTalk = new MadeChain(new Subject("negotiation", "neg_y")).append(1, key);
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        named.putObject("made_in").put("type", "listing").put("id", "apr_1");
        MadeChain made = new MadeChain(new Subject("listing", "l_1")).append("listing_created", named, key);

        assertThat(fault(dossier(negotiation, deal))).isEqualTo("a deal whose listing is not here");
        assertThat(fault(dossier(listing("l_2"), negotiation, deal))).isEqualTo("a deal whose listing is not here");
        assertThat(fault(dossier(listing, negotiation))).isEqualTo("a file without a deal");
        assertThat(fault(dossier(listing, negotiation, deal, otherDeal))).isEqualTo("a file of several deals");
        assertThat(fault(dossier(listing, negotiation, deal, otherTalk)))
                .isEqualTo("a file with negotiation/neg_y, which is not of its deal");
        assertThat(fault(dossier(listing, listing("l_2"), negotiation, deal)))
                .isEqualTo("a file with listing/l_2, which is not of its deal");
        assertThat(fault(dossier(made, negotiation, deal)))
                .isEqualTo("a listing of which what it was made in is not here");
        assertThat(dossiers.verify(bytes(dossier(listing("apr_1"), made, negotiation, deal)))
                        .passed())
                .isTrue();
    }

    private String fault(ObjectNode dossier) {
        DossierReport report = dossiers.verify(bytes(dossier));
        assertThat(report.passed()).isFalse();
        return String.valueOf(report.fault());
    }

    private MadeChain deal(Receipt negotiation) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("action", "deal.open").put("listing_id", "l_1");
        body.putObject("negotiation")
                .put("id", negotiation.subject().id())
                .put("seq", negotiation.seq())
                .put("hash", negotiation.hash());
        return new MadeChain(new Subject("deal", "dea_x")).append("decided", body, key);
    }

    private MadeChain listing(String id) {
        return new MadeChain(new Subject("listing", id)).append(2, key);
    }

    private ObjectNode dossier(MadeChain... chains) throws InvalidJsonException {
        ObjectNode dossier = JsonNodeFactory.instance.objectNode();
        dossier.putArray("keys").add(key.jwk());
        var list = dossier.putArray("chains");
        for (MadeChain chain : chains) {
            ObjectNode bundle = StrictJson.parseObject(chain.bundle(key));
            bundle.remove("keys");
            list.add(bundle);
        }
        return dossier;
    }

    private ObjectNode bundle(List<byte[]> entries, Receipt head) throws InvalidJsonException {
        ObjectNode bundle = StrictJson.parseObject(MadeChain.bundle(entries, List.of(), key));
        prove(bundle, head);
        return bundle;
    }

    /** As the first of two leaves. */
    private void prove(ObjectNode bundle, Receipt head) {
        byte[] leaf = HeadLeaf.hash(head);
        byte[] other = MerkleHash.leaf(new byte[] {1});
        ObjectNode proof = bundle.putArray("proofs").addObject();
        ObjectNode proven = proof.putObject("head");
        proven.putObject("subject")
                .put("type", head.subject().type())
                .put("id", head.subject().id());
        proven.put("seq", head.seq()).put("hash", head.hash());
        proof.put("index", 0);
        proof.putArray("hashes").add("sha-256:" + HexFormat.of().formatHex(other));
        proof.put("checkpoint", logKey.checkpoint(LOG, 2, MerkleHash.node(leaf, other)));
        bundle.put("log_key", new LogKey(LOG, logKey.publicKey()).text());
    }

    private static ObjectNode proof(ObjectNode bundle) {
        return (ObjectNode) bundle.path("proofs").path(0);
    }

    /** By who knows the log. */
    private RecordReport verified(ObjectNode bundle) {
        return records.verify(bytes(bundle), new Kept(null, List.of(), List.of(), logKeyText()));
    }

    private String logKeyText() {
        return new LogKey(LOG, logKey.publicKey()).text();
    }

    private static byte[] bytes(ObjectNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
