package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SellerAnswerTest {

    private static final String SALT = "AAAAAAAAAAAAAAAAAAAAAA";
    private static final Instant ASKED = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant END = Instant.parse("2026-11-30T12:15:00Z");

    /** The answer's place in the chains here: after an entry of another kind and the question. */
    private static final int SEQ = 3;

    private static final Answers CHECKED = new Answers(1, List.of());

    private final RecordVerifier verifier = new RecordVerifier(Registries.load());
    private final TestKey key = TestKey.generate();
    private final PasskeyEvidenceTest.Authenticator authenticator = PasskeyEvidenceTest.Authenticator.es256();

    SellerAnswerTest() throws GeneralSecurityException {}

    /** What question and signature have in common, by the names that the signature has. */
    private static ObjectNode shared() {
        ObjectNode shared = JsonNodeFactory.instance
                .objectNode()
                .put("action", "offer.accept")
                .put("agent_id", "agent_1")
                .put("operator", "https://agents.example/profile")
                .put("seller", "S1")
                .put("listing_id", "l_1")
                .put("listing_hash", "sha-256:11")
                .put("offer_id", "off_A")
                .put("request_digest", "sha-256:22")
                .put("display_digest", "sha-256:33")
                .put("expires_at", END.toString());
        price(shared, 82000);
        price(shared.putObject("deal_terms"), 82000);
        return shared;
    }

    private static String digest(String approval) {
        return Sha256.text(approval.getBytes(StandardCharsets.UTF_8));
    }

    /** What the entry of a negotiation's chain shows of what it confides (REC-6). */
    private static ObjectNode confiding(ObjectNode value) {
        ObjectNode both = JsonNodeFactory.instance.objectNode().put("salt", SALT);
        both.set("value", value);
        return JsonNodeFactory.instance
                .objectNode()
                .put("side", "seller")
                .put("confided", Sha256.text(CanonicalJson.bytes(both)));
    }

    private static void price(ObjectNode object, int amount) {
        object.putObject("price").put("amount", amount).put("currency", "EUR");
    }

    /** As the gateway writes that a seller is asked. */
    private static ObjectNode question() {
        return shared().put("approval", digest("apr_1"))
                .put("caller", "jkt_1")
                .put("decision", "ask")
                .put("door", "rest")
                .put("request_id", "r1")
                .put("payload_digest", "sha-256:44")
                .put("evidence_digest", "sha-256:55");
    }

    private static ObjectNode details(String decision) {
        return shared().put("type", "dev.rctp.approval")
                .put("approval_id", "apr_1")
                .put("agent_jkt", "jkt_1")
                .put("decision", decision)
                .put("nonce", "AAAAAAAAAAAAAAAAAAAAAA");
    }

    private ObjectNode evidence(ObjectNode details) {
        return authenticator.evidence(details, "webauthn.get", "shop.example", 5);
    }

    private static ObjectNode answer(ObjectNode evidence) {
        return confiding(evidence)
                .put("approval", digest("apr_1"))
                .put("action", "offer.accept")
                .put("expires_at", END.toString());
    }

    private MadeChain asked(ObjectNode question) {
        return MadeChain.of(1, key).at(ASKED).append("decided", question, key);
    }

    /** A record of the chain, with these as its openings. */
    private static String opened(byte[] bundle, String... openings) {
        return new String(bundle, StandardCharsets.UTF_8)
                .replace("\"openings\":[]", "\"openings\":[" + String.join(",", openings) + "]");
    }

    private static String opened(byte[] bundle, int seq, ObjectNode value) {
        return opened(bundle, opening(seq, value));
    }

    private static String opening(int seq, ObjectNode value) {
        return "{\"seq\":" + seq + ",\"path\":\"/body/confided\",\"salt\":\"" + SALT + "\",\"value\":" + value + "}";
    }

    private RecordReport verify(String bundle) {
        return verifier.verify(bundle.getBytes(StandardCharsets.UTF_8));
    }

    private String bundle(ObjectNode question, String kind, ObjectNode answer, ObjectNode evidence) {
        return opened(asked(question).append(kind, answer, key).append(1, key).bundle(key), SEQ, evidence);
    }

    /** A record with the usual question and this answer, as the gateway would sign it, and its opening. */
    private RecordReport verify(String kind, ObjectNode evidence, Consumer<ObjectNode> change) {
        ObjectNode answer = answer(evidence);
        change.accept(answer);
        return verify(bundle(question(), kind, answer, evidence));
    }

    /** The same with the usual yes, and another question. */
    private RecordReport verify(ObjectNode question, ObjectNode details) {
        ObjectNode evidence = evidence(details);
        return verify(bundle(question, "approved", answer(evidence), evidence));
    }

    private static Answers unjudged(Want want) {
        return new Answers(0, List.of(new Unjudged(SEQ, want)));
    }

    private static void assertBroken(RecordReport report, int seq, String sentence) {
        assertThat(report.integrity()).isEqualTo(new Integrity.Broken(seq - 1, seq, sentence));
    }

    private static void assertBroken(RecordReport report, String sentence) {
        assertBroken(report, SEQ, sentence);
    }

    @Test
    @DisplayName("REC-4: a record with a seller's approval, and one with a refusal, is sound")
    void sound() {
        RecordReport approved = verify("approved", evidence(details("approve")), body -> {});
        assertThat(approved.passed()).isTrue();
        assertThat(approved.answers()).isEqualTo(CHECKED);
        assertThat(verify("declined", evidence(details("decline")), body -> {}).passed())
                .isTrue();
    }

    @Test
    @DisplayName("B-4, REC-4: an approval of terms signs their commitment, where terms were asked for and nowhere else")
    void terms() {
        ObjectNode question = question().put("term_set", "goods.small/1");
        ObjectNode details = details("approve").put("term_set", "goods.small/1");
        ObjectNode evidence = evidence(details.deepCopy().put("terms_commitment", "sha-256:00"));
        ObjectNode answer = answer(evidence).put("terms_commitment", "sha-256:00");
        assertThat(verify(bundle(question, "approved", answer, evidence)).passed())
                .isTrue();
        ObjectNode no = evidence(details("decline").put("term_set", "goods.small/1"));
        assertThat(verify(bundle(question, "declined", answer(no), no)).passed())
                .isTrue();

        assertBroken(verify(question, details), "a passkey that signed no terms where they were asked for");
        ObjectNode unasked = evidence(details("approve").put("terms_commitment", "sha-256:00"));
        assertBroken(
                verify("approved", unasked, body -> body.put("terms_commitment", "sha-256:00")),
                "a passkey that signed terms unasked");
    }

    @Test
    @DisplayName(
            "B59: another price, offer, seller, agent and call than was asked, all under the same approval, is found out")
    void anotherCall() {
        ObjectNode details = details("approve")
                .put("offer_id", "off_B")
                .put("seller", "S2")
                .put("agent_id", "agent_2")
                .put("agent_jkt", "jkt_2")
                .put("request_digest", "sha-256:99");
        price(details, 820000);
        assertBroken(verify(question(), details), "a passkey that signed another agent_id than was asked");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "agent_id",
                "agent_jkt",
                "operator",
                "seller",
                "listing_id",
                "listing_hash",
                "offer_id",
                "request_digest",
                "display_digest"
            })
    @DisplayName(
            "B59, REC-4: each member that a passkey signed is the question's: neither another, nor missing on one side")
    void eachMember(String member) {
        String sentence = "a passkey that signed another " + member + " than was asked";
        assertBroken(verify(question(), details("approve").put(member, "another")), sentence);
        ObjectNode without = details("approve");
        without.remove(member);
        assertBroken(verify(question(), without), sentence);
        ObjectNode question = question();
        question.remove(member.equals("agent_jkt") ? "caller" : member);
        assertBroken(verify(question, details("approve")), sentence);
    }

    @Test
    @DisplayName("B59, REC-4: amounts, deal terms, and members that the question doesn't have are compared too")
    void furtherMembers() {
        ObjectNode price = details("approve");
        price(price, 82001);
        assertBroken(verify(question(), price), "a passkey that signed another price than was asked");
        ObjectNode terms = details("approve");
        price(terms.putObject("deal_terms"), 82001);
        assertBroken(verify(question(), terms), "a passkey that signed another deal_terms than was asked");
        for (String member : List.of("deal_id", "term_set", "anything")) {
            assertBroken(
                    verify(question(), details("approve").put(member, "x")),
                    "a passkey that signed another " + member + " than was asked");
        }
        for (String member : List.of("deal_id", "term_set")) {
            assertBroken(
                    verify(question().put(member, "x"), details("approve")),
                    "a passkey that signed another " + member + " than was asked");
        }
    }

    @Test
    @DisplayName("B59: action and end are those of the question, in the answer's entry and in what was signed")
    void anotherEntry() {
        for (String member : List.of("action", "expires_at")) {
            String other = member.equals("action") ? "offer.counter" : "2026-11-30T12:16:00Z";
            ObjectNode evidence = evidence(details("approve").put(member, other));
            assertBroken(
                    verify("approved", evidence, body -> body.put(member, other)),
                    "an answer with another " + member + " than its question");
            assertBroken(
                    verify("approved", evidence, body -> {}),
                    "a passkey that signed another " + member + " than its entry has");
        }
    }

    @Test
    @DisplayName(
            "REC-4: in a whole chain an answer to nothing is a fault, be its evidence opened or not; so is a question behind it")
    void nothingAsked() {
        ObjectNode evidence = evidence(details("approve"));
        String sentence = "an answer to a question that is not in the chain";
        byte[] alone = MadeChain.of(1, key)
                .at(ASKED)
                .append("approved", answer(evidence), key)
                .append("decided", question(), key)
                .bundle(key);
        assertBroken(verify(opened(alone, 2, evidence)), 2, sentence);
        assertBroken(verifier.verify(alone), 2, sentence);
        assertBroken(verify(question().put("approval", digest("apr_2")), details("approve")), sentence);
        assertBroken(verify(question().put("decision", "forbid"), details("approve")), sentence);
    }

    @Test
    @DisplayName(
            "REC-4: a part without the question says which answers it can't judge; what the part has is judged all the same")
    void part() {
        ObjectNode evidence = evidence(details("approve"));
        MadeChain chain = asked(question()).append("approved", answer(evidence), key);
        List<byte[]> part = chain.entries().subList(2, 3);
        RecordReport report = verify(opened(MadeChain.bundle(part, List.of(), key), SEQ, evidence));
        assertThat(report.passedAsPart()).isTrue();
        assertThat(report.answers()).isEqualTo(unjudged(Want.QUESTION));

        List<byte[]> both = chain.entries().subList(1, 3);
        assertThat(verify(opened(MadeChain.bundle(both, List.of(), key), SEQ, evidence))
                        .answers())
                .isEqualTo(CHECKED);

        MadeChain twice = chain.append("declined", answer(evidence), key);
        List<byte[]> answers = twice.entries().subList(2, 4);
        assertThat(verifier.verify(MadeChain.bundle(answers, List.of(), key)).integrity())
                .isEqualTo(new Integrity.Broken(1, 4, "a second answer to its question"));
        MadeChain late = asked(question()).at(END).append("approved", answer(evidence), key);
        List<byte[]> lateAnswer = late.entries().subList(2, 3);
        assertThat(verifier.verify(MadeChain.bundle(lateAnswer, List.of(), key)).integrity())
                .isEqualTo(new Integrity.Broken(0, 3, "an answer after the end of its question"));
    }

    @Test
    @DisplayName(
            "REC-6, REC-4: a question confided to the seller's side is held against the answer by who may open both")
    void confided() {
        ObjectNode evidence = evidence(details("approve"));
        byte[] chain = asked(confiding(question()))
                .append("approved", answer(evidence), key)
                .bundle(key);
        RecordReport sellers = verify(opened(chain, opening(2, question()), opening(SEQ, evidence)));
        assertThat(sellers.passed()).isTrue();
        assertThat(sellers.answers()).isEqualTo(CHECKED);

        ObjectNode other = evidence(details("approve").put("offer_id", "off_B"));
        byte[] lie = asked(confiding(question()))
                .append("approved", answer(other), key)
                .bundle(key);
        assertBroken(
                verify(opened(lie, opening(2, question()), opening(SEQ, other))),
                "a passkey that signed another offer_id than was asked");

        RecordReport buyers = verifier.verify(chain);
        assertThat(buyers.passed()).isTrue();
        assertThat(buyers.answers()).isEqualTo(unjudged(Want.QUESTION_AND_SIGNATURE));
        assertBroken(verify(opened(chain, SEQ, evidence)), "an answer to a question that is not in the chain");
    }

    @Test
    @DisplayName(
            "REC-6, APR-4: an answer that doesn't show what was asked is held against it, and its end, by who may open it")
    void bare() {
        ObjectNode evidence = evidence(details("approve"));
        MadeChain chain = asked(confiding(question())).append("approved", bare(evidence), key);
        String[] openings = {opening(2, question()), opening(SEQ, evidence)};
        RecordReport sellers = verify(opened(chain.bundle(key), openings));
        assertThat(sellers.passed()).isTrue();
        assertThat(sellers.answers()).isEqualTo(new Answers(1, List.of()));
        assertThat(verifier.verify(chain.bundle(key)).passed()).isTrue();
        assertThat(verifier.verify(chain.bundle(key)).answers()).isEqualTo(unjudged(Want.QUESTION_AND_SIGNATURE));
        for (String member : List.of("action", "expires_at")) {
            String other = member.equals("action") ? "offer.counter" : "2026-11-30T12:16:00Z";
            ObjectNode signed = evidence(details("approve").put(member, other));
            byte[] lie = asked(confiding(question()))
                    .append("approved", bare(signed), key)
                    .bundle(key);
            assertBroken(
                    verify(opened(lie, opening(2, question()), opening(SEQ, signed))),
                    "a passkey that signed another " + member + " than was asked");
        }

        String late = "an answer after the end of its question";
        MadeChain after = asked(confiding(question())).at(END).append("approved", bare(evidence), key);
        assertBroken(verify(opened(after.bundle(key), openings)), late);
        assertBroken(verify(opened(after.bundle(key), opening(2, question()))), late);
        byte[] part = MadeChain.bundle(after.entries().subList(2, 3), List.of(), key);
        assertThat(verify(opened(part, SEQ, evidence)).integrity()).isEqualTo(new Integrity.Broken(0, 3, late));
    }

    private static ObjectNode bare(ObjectNode evidence) {
        return confiding(evidence).put("approval", digest("apr_1")).put("decision", "approve");
    }

    @Test
    @DisplayName("REC-6, REC-4: an answer that nothing hidden before it can have asked is a fault for every reader")
    void nothingHidden() {
        ObjectNode refusal = JsonNodeFactory.instance.objectNode().put("decision", "forbid");
        ObjectNode answer = answer(evidence(details("approve")));
        byte[] buyers = asked(confiding(refusal).put("side", "buyer"))
                .append("approved", answer, key)
                .bundle(key);
        assertBroken(verifier.verify(buyers), "an answer to a question that is not in the chain");
        byte[] open = asked(confiding(refusal)).append("approved", answer, key).bundle(key);
        assertBroken(verify(opened(open, 2, refusal)), "an answer to a question that is not in the chain");
    }

    @Test
    @DisplayName("APR-7, REC-4: a second answer, and a second question by the same name, are faults")
    void twice() {
        ObjectNode answer = answer(evidence(details("approve")));
        for (String kind : List.of("approved", "declined")) {
            MadeChain chain = asked(question()).append("approved", answer, key).append(kind, answer, key);
            assertBroken(verifier.verify(chain.bundle(key)), 4, "a second answer to its question");
        }
        String sentence = "a question whose approval stands in the chain before it";
        MadeChain chain = asked(question()).append("decided", question().put("seller", "S2"), key);
        assertBroken(verifier.verify(chain.bundle(key)), 3, sentence);
    }

    @Test
    @DisplayName(
            "APR-4, REC-4: an answer at the end of its question or later, or after an entry that ended it, is a fault")
    void tooLate() {
        ObjectNode answer = answer(evidence(details("approve")));
        for (Instant late : List.of(END.minusMillis(7), END)) { // the next entry is 7 ms later
            MadeChain chain = asked(question()).at(late).append("approved", answer, key);
            assertBroken(verifier.verify(chain.bundle(key)), "an answer after the end of its question");
        }
        MadeChain last = asked(question()).at(END.minusMillis(8)).append("approved", answer, key);
        assertThat(verifier.verify(last.bundle(key)).passed()).isTrue();
        for (String end : List.of("approval_expired", "approval_ended")) {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("approval", digest("apr_1"));
            MadeChain chain = asked(question()).append(end, body, key).append("approved", answer, key);
            assertBroken(verifier.verify(chain.bundle(key)), 4, "an answer to a question that had ended");
        }
    }

    @Test
    @DisplayName("APR-6: an approved call that is given up later, and a second question of another name, are sound")
    void goesOn() {
        ObjectNode evidence = evidence(details("approve"));
        ObjectNode ended = JsonNodeFactory.instance.objectNode().put("approval", digest("apr_1"));
        MadeChain chain = asked(question())
                .append("approved", answer(evidence), key)
                .append("approval_ended", ended, key)
                .append("decided", question().put("approval", digest("apr_2")), key);
        assertThat(verify(opened(chain.bundle(key), SEQ, evidence)).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-4: questions and answers that name no approval, and ends that are no time, are faults")
    void shapes() {
        ObjectNode nameless = question();
        nameless.remove("approval");
        assertBroken(verifier.verify(asked(nameless).bundle(key)), 2, "a question, or its end, without approval");
        ObjectNode evidence = evidence(details("approve"));
        assertBroken(
                verify("approved", evidence, body -> body.remove("approval")),
                "a question, or its end, without approval");
        assertBroken(
                verify("approved", evidence, body -> body.put("expires_at", "soon")),
                "an answer whose expires_at is no time");
    }

    @Test
    @DisplayName("B59: a gateway that records another amount than was approved, and signs that, is found out")
    void amountChangedByTheGateway() {
        ObjectNode evidence = evidence(details("approve"));
        ((ObjectNode) evidence.at("/details/price")).put("amount", 82001);
        assertBroken(verify("approved", evidence, body -> {}), "a passkey that signed other details");
    }

    @Test
    @DisplayName(
            "REC-4: one byte of the approved amount changed afterwards is found, in the evidence and in the question")
    void amountChangedAfterwards() {
        ObjectNode evidence = evidence(details("approve"));
        String bundle = bundle(question(), "approved", answer(evidence), evidence);
        assertThat(verify(bundle).passed()).isTrue();
        int opening = bundle.indexOf("\"openings\":[{");
        String opened = bundle.substring(opening).contains("82000")
                ? bundle.substring(0, opening) + bundle.substring(opening).replaceAll("\\b82000\\b", "92000")
                : bundle;
        List<String> found = new ArrayList<>();
        for (String changed : List.of(opened, bundle.replaceFirst("\\b82000\\b", "92000"))) {
            assertThat(changed).isNotEqualTo(bundle);
            found.add(((Integrity.Broken) verify(changed).integrity()).fault());
        }
        assertThat(found)
                .containsExactlyInAnyOrder(
                        "an opening that is not what its entry commits to",
                        "a jws that signs something else than the entry");
    }

    @Test
    @DisplayName("APR-3: an answer stands in the record as what it is")
    void anotherAnswer() {
        assertBroken(
                verify("approved", evidence(details("decline")), body -> {}), "a passkey that signed the other answer");
        ObjectNode other = evidence(details("approve").put("approval_id", "apr_2"));
        assertBroken(
                verify("approved", other, body -> {}), "a passkey that signed another approval_id than its entry has");
        ObjectNode approval = evidence(details("approve"));
        String commitment = "a passkey that signed another terms_commitment than its entry has";
        assertBroken(verify("approved", approval, body -> body.put("terms_commitment", "sha-256:00")), commitment);
        ObjectNode terms = evidence(details("approve").put("terms_commitment", "sha-256:00"));
        assertBroken(verify("approved", terms, body -> {}), commitment);
    }

    @Test
    @DisplayName("REC-4: an opened answer without a passkey's signature is none; other entries may confide anything")
    void noEvidence() {
        ObjectNode anything = JsonNodeFactory.instance.objectNode().put("price", 1);
        assertBroken(
                verify("approved", anything, body -> {}),
                "evidence with other members than details, credential and passkey");
        assertThat(verify("decided", anything, body -> {}).passed()).isTrue();
    }

    @Test
    @DisplayName("APR-3: a passkey of a site that the page was not on is found without knowing the RP id")
    void elsewhere() {
        ObjectNode evidence = authenticator.evidence(details("approve"), "webauthn.get", "evil.example", 5);
        assertBroken(verify("approved", evidence, body -> {}), "a passkey of another relying party");
        ObjectNode host = authenticator.evidence(details("approve"), "webauthn.get", "approve.shop.example", 5);
        assertThat(verify("approved", host, body -> {}).passed()).isTrue();
    }

    /** As the gateway writes that it carries out what was approved. */
    private static ObjectNode carriedOut(String approval, String payload) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("action", "offer.accept")
                .put("caller", "jkt_1")
                .put("agent_id", "agent_1")
                .put("operator", "https://agents.example/profile")
                .put("seller", "S1")
                .put("decision", "auto")
                .put("approval", digest(approval))
                .put("payload_digest", payload)
                .put("intent", "int_1");
    }

    private Integrity integrity(MadeChain chain, ObjectNode evidence) {
        return verify(opened(chain.bundle(key), SEQ, evidence)).integrity();
    }

    @Test
    @DisplayName("APR-6, B59: a call that was asked about goes out after its seller's yes, once, and as it was asked")
    void carriedOut() {
        ObjectNode evidence = evidence(details("approve"));
        ObjectNode yes = answer(evidence);
        ObjectNode call = carriedOut("apr_1", "sha-256:44");
        MadeChain approved = asked(question()).append("approved", yes, key);
        assertThat(verify(opened(approved.append("decided", call, key).bundle(key), SEQ, evidence))
                        .passed())
                .isTrue();

        MadeChain twice = asked(question())
                .append("approved", yes, key)
                .append("decided", call, key)
                .append("decided", call, key);
        assertThat(integrity(twice, evidence)).isEqualTo(new Integrity.Broken(4, 5, "a second call by one approval"));
        ObjectNode other = carriedOut("apr_1", "sha-256:45");
        MadeChain another = asked(question()).append("approved", yes, key).append("decided", other, key);
        assertThat(integrity(another, evidence))
                .isEqualTo(new Integrity.Broken(3, 4, "another call than its seller approved"));
        for (String member : List.of("action", "caller", "agent_id", "operator", "seller")) {
            ObjectNode changed = call.deepCopy().put(member, "another");
            MadeChain wrong = asked(question()).append("approved", yes, key).append("decided", changed, key);
            assertThat(integrity(wrong, evidence))
                    .as(member)
                    .isEqualTo(new Integrity.Broken(3, 4, "another call than its seller approved"));
        }
        ObjectNode cheaper = call.deepCopy();
        price(cheaper.putObject("offer").putObject("deal_terms"), 10);
        MadeChain sold = asked(question()).append("approved", yes, key).append("decided", cheaper, key);
        assertThat(integrity(sold, evidence))
                .isEqualTo(new Integrity.Broken(3, 4, "another call than its seller approved"));
        byte[] unapproved = asked(question()).append("decided", call, key).bundle(key);
        assertThat(verifier.verify(unapproved).integrity())
                .isEqualTo(new Integrity.Broken(2, 3, "a call that its seller was asked about and did not approve"));
    }

    /** A listing's question, a yes to these terms, and the call that then goes out, as changed. */
    private String listed(String verb, String signed, Consumer<ObjectNode> change) {
        ObjectNode question = question().put("action", verb).put("term_set", "goods.small/1");
        ObjectNode details = details("approve").put("action", verb).put("term_set", "goods.small/1");
        for (ObjectNode either : List.of(question, details)) {
            either.remove(List.of("offer_id", "deal_terms"));
        }
        ObjectNode evidence = evidence(details.put("terms_commitment", signed));
        ObjectNode answer = answer(evidence).put("action", verb).put("terms_commitment", signed);
        ObjectNode call = carriedOut("apr_1", "sha-256:44")
                .put("action", verb)
                .put("terms_commitment", "sha-256:00")
                .put("listing_hash", "sha-256:12");
        change.accept(call);
        MadeChain chain = asked(question).append("approved", answer, key).append("decided", call, key);
        return opened(chain.bundle(key), SEQ, evidence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"listing.create", "listing.set_terms"})
    @DisplayName("LST-4, APR-6, REC-4: a listing goes out with the terms whose commitment its seller's passkey signed")
    void termsCarriedOut(String verb) {
        assertThat(verify(listed(verb, "sha-256:00", call -> {})).passed()).isTrue();

        String another = "another terms_commitment than its seller approved";
        assertBroken(verify(listed(verb, "sha-256:99", call -> {})), 4, another);
        assertBroken(verify(listed(verb, "sha-256:00", call -> call.remove("terms_commitment"))), 4, another);
        assertBroken(
                verify(listed(verb, "sha-256:00", call -> call.put("listing_id", "l_2"))),
                4,
                "another listing_id than its seller approved");
        assertBroken(
                verify(listed(verb, "sha-256:00", call -> call.remove("approval"))),
                4,
                "terms of a listing that no seller approved");
        assertBroken(
                verify(listed(verb, "sha-256:99", call -> {}).replaceAll("sha-256:99\\b", "sha-256:00")),
                SEQ,
                "a jws that signs something else than the entry");
    }

    private Integrity partOf(ObjectNode yes, ObjectNode call) {
        MadeChain chain = asked(question()).append("approved", yes, key).append("decided", call, key);
        return verifier.verify(MadeChain.bundle(chain.entries().subList(2, 4), List.of(), key))
                .integrity();
    }

    @Test
    @DisplayName("REC-4: a part that has the yes, but not its question, holds the terms that go out against the yes")
    void termsOfAPart() {
        ObjectNode yes = answer(question()).put("action", "listing.create").put("terms_commitment", "sha-256:00");
        ObjectNode call = carriedOut("apr_1", "sha-256:44").put("action", "listing.create");
        assertThat(partOf(yes, call.put("terms_commitment", "sha-256:00"))).isEqualTo(new Integrity.Sound());
        assertThat(partOf(yes, call.deepCopy().put("terms_commitment", "sha-256:99")))
                .isEqualTo(new Integrity.Broken(1, 4, "another terms_commitment than its seller approved"));
        assertThat(partOf(yes, call.deepCopy().put("action", "listing.reprice")))
                .isEqualTo(new Integrity.Broken(1, 4, "another action than its seller approved"));
    }

    @Test
    @DisplayName("APR-6, REC-4: another price than was approved does not go out; a listing without terms needs no yes")
    void priceCarriedOut() {
        ObjectNode question = question().put("action", "listing.reprice");
        ObjectNode evidence = evidence(details("approve").put("action", "listing.reprice"));
        ObjectNode yes = answer(evidence).put("action", "listing.reprice");
        for (int amount : new int[] {82000, 10}) {
            ObjectNode call = carriedOut("apr_1", "sha-256:44").put("action", "listing.reprice");
            call.putObject("list_price").put("amount", amount).put("currency", "EUR");
            MadeChain chain = asked(question).append("approved", yes, key).append("decided", call, key);
            assertThat(integrity(chain, evidence))
                    .isEqualTo(
                            amount == 82000
                                    ? new Integrity.Sound()
                                    : new Integrity.Broken(3, 4, "another list_price than its seller approved"));
        }
        ObjectNode unasked = carriedOut("apr_1", "sha-256:44").put("action", "listing.create");
        unasked.remove("approval");
        assertThat(verifier.verify(MadeChain.of(1, key)
                                .append("decided", unasked, key)
                                .bundle(key))
                        .passed())
                .isTrue();
    }

    @Test
    @DisplayName("REC-4: an answer whose signature alone is not in the file is named as not judged for want of that")
    void stripped() {
        ObjectNode yes = answer(evidence(details("approve")));
        String bundle =
                new String(asked(question()).append("approved", yes, key).bundle(key), StandardCharsets.UTF_8);
        assertThat(verify(bundle).passed()).isTrue();
        assertThat(verify(bundle).answers()).isEqualTo(unjudged(Want.SIGNATURE));
    }

    @Test
    @DisplayName("REC-4: each answer is counted once: as checked, or with what is missing to judge it")
    void counted() {
        ObjectNode yes = evidence(details("approve"));
        ObjectNode no = evidence(details("decline").put("approval_id", "apr_2"));
        ObjectNode second = question().put("approval", digest("apr_2"));
        ObjectNode refusal = answer(no).put("approval", digest("apr_2"));
        byte[] chain = asked(confiding(question()))
                .append("approved", answer(yes), key)
                .append("decided", confiding(second), key)
                .append("declined", refusal, key)
                .bundle(key);
        String questions = opening(2, question()) + "," + opening(4, second);

        assertThat(verify(opened(chain, questions, opening(3, yes), opening(5, no)))
                        .answers())
                .isEqualTo(new Answers(2, List.of()));
        assertThat(verify(opened(chain, questions, opening(5, no))).answers())
                .isEqualTo(new Answers(1, List.of(new Unjudged(3, Want.SIGNATURE))));
        assertThat(verify(opened(chain, opening(2, question()))).answers())
                .isEqualTo(new Answers(
                        0, List.of(new Unjudged(3, Want.SIGNATURE), new Unjudged(5, Want.QUESTION_AND_SIGNATURE))));
        assertThat(verify(opened(chain, questions, opening(3, yes), opening(5, yes)))
                        .answers())
                .as("of a record that is broken")
                .isEqualTo(new Answers(0, List.of()));
    }
}
