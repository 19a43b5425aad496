package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.Subject;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class RecordVerifierTest {

    private static RecordVerifier verifier;
    private static TestKey key;

    @BeforeAll
    static void prepare() throws GeneralSecurityException {
        verifier = new RecordVerifier(Registries.load());
        key = TestKey.generate();
    }

    @Test
    @DisplayName("REC-4: a whole chain is sound; without receipts its completeness is not judged")
    void sound() {
        RecordReport report = verifier.verify(MadeChain.of(5, key).bundle(key));

        assertThat(report.passed()).isTrue();
        assertThat(report.slice()).isFalse();
        assertThat(report.entries()).isEqualTo(5);
        assertThat(report.keyIds()).containsExactly(key.keyId());
        assertThat(report.completeness()).isInstanceOf(Completeness.NotJudged.class);
    }

    @Test
    @DisplayName("DEC-6, REC-4: receipts that are all there make it complete")
    void complete() throws InvalidJsonException {
        MadeChain chain = MadeChain.of(5, key);
        byte[] bundle = MadeChain.bundle(chain.entries(), chain.receipts(), key);
        RecordReport report = verifier.verify(chain.bundle(key), kept(bundle));

        assertThat(report.completeness()).isEqualTo(new Completeness.Complete(5, 5, 0));
    }

    @Test
    @DisplayName("B88, DEC-6: receipts that a file brings along never make it complete, but may deny it")
    void ownReceipts() throws InvalidJsonException {
        MadeChain chain = MadeChain.of(5, key);
        byte[] cut =
                MadeChain.bundle(chain.entries().subList(0, 3), chain.receipts().subList(0, 3), key);

        assertThat(verifier.verify(cut).completeness()).isEqualTo(new Completeness.FilesOwn(3, 0));
        byte[] whole = MadeChain.bundle(chain.entries(), chain.receipts(), key);
        assertThat(verifier.verify(cut, kept(whole)).completeness())
                .isEqualTo(new Completeness.Incomplete("entry 4 of a receipt is missing"));
    }

    /** The receipts of a bundle as its reader's own. */
    private static Kept kept(byte[] bundle) throws InvalidJsonException {
        List<JsonNode> receipts =
                StrictJson.parseObject(bundle).path("receipts").valueStream().toList();
        return new Kept(null, receipts, List.of(), null);
    }

    @Test
    @DisplayName("B88: a cut tail is incomplete against a receipt")
    void cutTail() {
        MadeChain chain = MadeChain.of(5, key);
        RecordReport report = verifier.verify(MadeChain.bundle(chain.entries().subList(0, 3), chain.receipts(), key));

        assertThat(report.integrity()).isInstanceOf(Integrity.Sound.class);
        assertThat(report.completeness()).isEqualTo(new Completeness.Incomplete("entry 4 of a receipt is missing"));
        assertThat(report.passed()).isFalse();
    }

    @Test
    @DisplayName("B88: a bundle without entries never passes")
    void allDeleted() {
        assertBroken(MadeChain.bundle(List.of(), List.of(), key), -1, 0, "without entries");
    }

    @Test
    @DisplayName("B88: a missing beginning is a slice, never a whole chain; a missing middle is named")
    void cutElsewhere() {
        MadeChain chain = MadeChain.of(5, key);
        RecordReport slice = verifier.verify(
                MadeChain.bundle(chain.entries().subList(2, 5), chain.receipts().subList(2, 5), key));
        assertThat(slice.slice()).isTrue();
        assertThat(slice.firstSeq()).isEqualTo(3);
        assertThat(slice.completeness()).isEqualTo(new Completeness.FilesOwn(3, 0));
        assertThat(slice.passedAsPart()).isTrue();
        assertThat(slice.passed()).isFalse();

        RecordReport cut = verifier.verify(MadeChain.bundle(chain.entries().subList(2, 5), chain.receipts(), key));
        assertThat(cut.completeness()).isInstanceOf(Completeness.Incomplete.class);
        assertThat(cut.passedAsPart()).isFalse();

        List<byte[]> holed = new ArrayList<>(chain.entries());
        holed.remove(2);
        assertBroken(MadeChain.bundle(holed, List.of(), key), 2, 4, "does not follow");
    }

    @Test
    @DisplayName("REC-4: the last entry replaced by another, properly signed, is found by its receipt")
    void replacedTail() {
        MadeChain chain = MadeChain.of(5, key);
        MadeChain other =
                MadeChain.of(4, key).at(Instant.parse("2026-03-02T00:00:00Z")).append(1, key);
        List<byte[]> entries = new ArrayList<>(other.entries());
        RecordReport report = verifier.verify(MadeChain.bundle(entries, chain.receipts(), key));

        assertThat(report.completeness()).isInstanceOf(Completeness.Incomplete.class);
    }

    @Test
    @DisplayName("REC-2: order, doubles and foreign subjects are named")
    void order() {
        MadeChain chain = MadeChain.of(3, key);
        List<byte[]> swapped = List.of(
                chain.entries().get(0), chain.entries().get(2), chain.entries().get(1));
        assertBroken(MadeChain.bundle(swapped, List.of(), key), 1, 3, "does not follow");
        List<byte[]> doubled = List.of(chain.entries().get(0), chain.entries().get(0));
        assertBroken(MadeChain.bundle(doubled, List.of(), key), 1, 1, "does not follow");
        MadeChain foreign = new MadeChain(new Subject("deal", "dea_b")).append(2, key);
        List<byte[]> mixed = List.of(chain.entries().get(0), foreign.entries().get(1));
        assertBroken(MadeChain.bundle(mixed, List.of(), key), 1, 2, "another subject");
    }

    @Test
    @DisplayName("REC-2: two branches of one chain do not join: prev_hash is checked")
    void branches() {
        MadeChain one = MadeChain.of(3, key);
        MadeChain two = MadeChain.of(3, key);
        List<byte[]> grafted = List.of(one.entries().get(0), two.entries().get(1));
        assertBroken(MadeChain.bundle(grafted, List.of(), key), 1, 2, "prev_hash");
    }

    @Test
    @DisplayName("REC-2: an at that runs backwards is named")
    void backwards() {
        MadeChain chain =
                MadeChain.of(2, key).at(Instant.parse("2026-02-01T00:00:00Z")).append(1, key);
        assertBroken(chain.bundle(key), 2, 3, "an at before");
    }

    @Test
    @DisplayName("REC-5: entries of a retired key verify beside those of its successor, and not without it")
    void rotated() throws GeneralSecurityException {
        TestKey next = TestKey.generate();
        MadeChain chain = MadeChain.of(3, key).append(2, next);

        assertThat(verifier.verify(chain.bundle(key, next)).passed()).isTrue();
        assertUnknown(chain.bundle(next), 0, 1, key.keyId());
        assertUnknown(chain.bundle(key), 3, 4, next.keyId());
    }

    @Test
    @DisplayName("REC-4: what is wrong besides a key that is not given is named all the same")
    void brokenWithoutKeys() throws GeneralSecurityException {
        List<byte[]> entries = MadeChain.of(3, TestKey.generate()).entries();
        List<byte[]> holed = List.of(entries.get(0), entries.get(2));
        assertBroken(MadeChain.bundle(holed, List.of(), key), 1, 3, "does not follow");
        String other = new String(entries.get(0), StandardCharsets.UTF_8).replace("\"v\":1}", "\"v\":2}");
        assertBroken(MadeChain.bundleOf(other, key), 0, 1, "version");

        MadeChain whole = MadeChain.of(3, TestKey.generate());
        byte[] cut = MadeChain.bundle(whole.entries().subList(0, 2), whole.receipts(), key);
        assertThat(verifier.verify(cut).isUndecided()).isFalse();
        assertThat(verifier.verify(cut).completeness()).isInstanceOf(Completeness.Incomplete.class);
    }

    @Test
    @DisplayName("REC-4: keys from elsewhere count instead of the bundle's own")
    void trustedKeys() throws GeneralSecurityException {
        MadeChain forged = MadeChain.of(2, TestKey.generate());
        Kept trusted = new Kept(key.jwk().arrayNode().add(key.jwk()), List.of(), List.of(), null);

        assertThat(verifier.verify(forged.bundle(key), trusted).passed()).isFalse();
        assertThat(verifier.verify(MadeChain.of(2, key).bundle(), trusted).passed())
                .isTrue();
    }

    @Test
    @DisplayName("REC-6: an opening must be what its entry commits to, of an entry that is there")
    void openings() {
        String bundle = new String(MadeChain.of(2, key).bundle(key), StandardCharsets.UTF_8);
        String wrong =
                "\"openings\":[{\"seq\":1,\"path\":\"/body/evidence_digest\",\"salt\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"value\":1}]";
        assertBroken(utf8(bundle.replace("\"openings\":[]", wrong)), 0, 1, "an opening");
        assertBroken(
                utf8(bundle.replace("\"openings\":[]", wrong.replace("\"seq\":1", "\"seq\":9"))), -1, 0, "not here");
    }

    @Test
    @DisplayName("REC-4: an opening is looked at as often in a long chain as in a short one")
    void manyOpenings() throws Exception {
        assertThat(looks(2, 50)).isPositive().isEqualTo(looks(200, 50));
    }

    /** How often a verifier asks openings, of an entry that is not there, for their number. */
    private static long looks(int entries, int openings) throws Exception {
        AtomicLong looks = new AtomicLong();
        ObjectNode bundle = StrictJson.parseObject(MadeChain.of(entries, key).bundle(key));
        ArrayNode list = bundle.putArray("openings");
        for (int i = 0; i < openings; i++) {
            list.add(new Watched(looks).put("seq", 9000));
        }
        assertThat(verifier.verify(bundle, Kept.NOTHING).integrity()).isInstanceOf(Integrity.Broken.class);
        return looks.get();
    }

    /** An object that counts who asks it for a member. */
    private static final class Watched extends ObjectNode {

        private static final long serialVersionUID = 1;

        private final AtomicLong looks;

        Watched(AtomicLong looks) {
            super(JsonNodeFactory.instance);
            this.looks = looks;
        }

        @Override
        public JsonNode path(String member) {
            looks.incrementAndGet();
            return super.path(member);
        }
    }

    @Test
    @DisplayName("B90: a version that is not known is refused, not guessed at")
    void version() {
        String entry = new String(MadeChain.of(1, key).entries().getFirst(), StandardCharsets.UTF_8);
        assertBroken(MadeChain.bundleOf(entry.replace("\"v\":1}", "\"v\":2}"), key), 0, 1, "version");
    }

    @Test
    @DisplayName("B90, B87: a record of version 1 that other code made, with 1.1 and unsorted members, verifies")
    void keptRecord() throws IOException {
        RecordReport report = verifier.verify(kept());

        assertThat(report.integrity()).isEqualTo(new Integrity.Sound());
        assertThat(report.completeness()).isEqualTo(new Completeness.FilesOwn(3, 0));
        assertThat(report.keyIds()).hasSize(2);
    }

    @Test
    @DisplayName("REC-6: a kept record's opening with another value is found")
    void keptOpening() throws IOException {
        String changed = new String(kept(), StandardCharsets.UTF_8).replace("\"amount\": 4200", "\"amount\": 4300");
        assertBroken(utf8(changed), 2, 3, "an opening");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740992",
                "-9007199254740993",
                "123456789012345678901234567890",
                "1e400",
                "[[1,18446744073709551616]]",
                "{}",
                "[]",
                "null",
                "true",
                "\"9999-99-99T99:99:99.999Z\"",
                "1.5"
            })
    @DisplayName("REC-4: a member of an entry tampered to any value, numbers over 2^53-1 too, is BROKEN at that entry")
    void tamperedValues(String value) {
        MadeChain chain = MadeChain.of(2, key);
        String second = new String(chain.entries().get(1), StandardCharsets.UTF_8);
        for (String member : List.of("v", "seq", "at", "prev_hash", "subject", "body", "kind", "jws", "door", "id")) {
            String tampered = second.replaceFirst(
                    "\"" + member + "\":(\\{[^{}]*}|\"[^\"]*\"|[0-9]+)",
                    "\"" + member + "\":" + Matcher.quoteReplacement(value));
            assertThat(tampered).as(member).isNotEqualTo(second);
            RecordReport report = verifier.verify(
                    MadeChain.bundle(List.of(chain.entries().getFirst(), utf8(tampered)), List.of(), key));
            assertThat(report.integrity())
                    .as(member)
                    .isInstanceOfSatisfying(
                            Integrity.Broken.class,
                            broken -> assertThat(broken.index())
                                    .as("%s: %s", member, broken.fault())
                                    .isEqualTo(value.equals("1e400") ? broken.index() : 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9007199254740992", "123456789012345678901234567890", "1e308", "null"})
    @DisplayName("REC-6: an opening tampered to any value is a fault, never a crash")
    void tamperedOpenings(String value) {
        String bundle = new String(MadeChain.of(2, key).bundle(key), StandardCharsets.UTF_8);
        String opening = "\"openings\":[{\"seq\":1,\"path\":\"/body/door\",\"salt\":\"AA\",\"value\":1}]";
        for (String member : List.of("salt", "value", "path")) {
            String tampered = opening.replaceFirst("\"" + member + "\":(\"[^\"]*\"|1)", "\"" + member + "\":" + value);
            assertBroken(utf8(bundle.replace("\"openings\":[]", tampered)), 0, 1, "");
        }
        String seq = opening.replace("\"seq\":1", "\"seq\":" + value);
        assertBroken(utf8(bundle.replace("\"openings\":[]", seq)), -1, 0, "not here");
    }

    @Test
    @DisplayName("REC-4: a key whose coordinate is a number without a canonical form is a fault, never a crash")
    void tamperedKey() {
        String bundle = new String(MadeChain.of(1, key).bundle(key), StandardCharsets.UTF_8);
        assertBroken(utf8(bundle.replaceFirst("\"x\":\"[^\"]*\"", "\"x\":9007199254740993")), -1, 0, "canonical");
    }

    private static byte[] kept() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                RecordVerifierTest.class.getResourceAsStream("/records/version-1.json"),
                "the kept record is missing")) {
            return file.readAllBytes();
        }
    }

    private static void assertBroken(byte[] bundle, int index, long seq, String sentence) {
        RecordReport report = verifier.verify(bundle);
        assertThat(report.passed()).isFalse();
        assertThat(report.integrity()).isInstanceOfSatisfying(Integrity.Broken.class, broken -> {
            assertThat(broken.index()).isEqualTo(index);
            assertThat(broken.seq()).isEqualTo(seq);
            assertThat(broken.fault()).contains(sentence);
        });
    }

    private static void assertUnknown(byte[] bundle, int index, long seq, String keyId) {
        RecordReport report = verifier.verify(bundle);
        assertThat(report.passed()).isFalse();
        assertThat(report.isUndecided()).isTrue();
        assertThat(report.integrity()).isEqualTo(new Integrity.Unknown(index, seq, keyId));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
