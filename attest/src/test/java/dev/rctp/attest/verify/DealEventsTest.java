package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.Subject;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.deal.Events;
import dev.rctp.attest.deal.TestParty;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Signer;
import dev.rctp.attest.verify.RecordReport.Whose;
import dev.rctp.registries.Registries;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class DealEventsTest {

    private static final TestParty BUYER = TestParty.of("https://buyer.example/profile");
    private static final TestParty ESCROW = TestParty.of("https://escrow.example/profile");
    private static final TestParty POST = TestParty.of("https://post.example/profile");

    private static final Instant LAPSES = Events.OPENED.plus(Duration.ofDays(3));

    private static RecordVerifier verifier;
    private static TestKey key;

    private final Events events = new Events();
    private final MadeChain chain = new MadeChain(new Subject("deal", Events.DEAL));
    private Instant now = Events.OPENED;

    @BeforeAll
    static void prepare() throws GeneralSecurityException {
        verifier = new RecordVerifier(Registries.load());
        key = TestKey.generate();
    }

    @Test
    @DisplayName("REC-4, EVT-4: a deal that is shipped, accepted and released is sound")
    void released() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(POST, "carrier", "shipped", null);
        add(POST, "carrier", "delivered", null);
        add(BUYER, "buyer", "example.thanks", null);
        add(BUYER, "buyer", "accepted", null);
        add(ESCROW, "holder", "released", null);
        assertSound();
    }

    @Test
    @DisplayName("REC-4, EVT-4: a deal whose money goes back for what never came is sound")
    void refunded() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(BUYER, "buyer", "rejected", "not_received");
        now = now.plus(Duration.ofDays(5));
        add(ESCROW, "holder", "refund", null);
        assertSound();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "ES384", "EdDSA"})
    @DisplayName("SIG-1, EVT-1: events of every algorithm verify by the platform alone")
    void algorithms(String algorithm) {
        opened();
        add(TestParty.of("https://escrow.example/profile", algorithm), "holder", "funds_held", null);
        assertSound();
    }

    @Test
    @DisplayName("EVT-4: an event that came too early is named, with what it lacked")
    void early() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(ESCROW, "holder", "released", null);
        assertBroken(2, "an event against the money rules: accepted");
    }

    @Test
    @DisplayName("EVT-4: a refund a millisecond before its days have passed is named")
    void refundTooEarly() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        Instant funded = now;
        add(BUYER, "buyer", "rejected", "not_received");
        now = funded.plus(Duration.ofDays(5)).minusMillis(15);
        add(ESCROW, "holder", "refund", null);
        assertBroken(3, "an event against the money rules: deliver_within_days");
    }

    @Test
    @DisplayName("EVT-4: money that moves twice, or both ways, is named")
    void twice() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(BUYER, "buyer", "accepted", null);
        add(ESCROW, "holder", "released", null);
        add(ESCROW, "holder", "released", null);
        assertBroken(4, "an event against the money rules: not_repeated");
    }

    @Test
    @DisplayName("EVT-1: an event that another key signed, or that was changed, is named")
    void signature() {
        opened();
        ObjectNode body = body(ESCROW, "holder", "funds_held", null);
        add(body.set("jwk", POST.jwk()));
        assertBroken(1, "an event that is not good: The event's kid is not the keyid of the request.");
    }

    @Test
    @DisplayName("EVT-1: the same of a payload that was changed under its signature")
    void payload() {
        opened();
        ObjectNode body = body(ESCROW, "holder", "funds_held", null);
        String[] one = body.path("event").stringValue().split("\\.", -1);
        String[] other = body(ESCROW, "holder", "released", null)
                .path("event")
                .stringValue()
                .split("\\.", -1);
        add(body.put("event", one[0] + "." + other[1] + "." + one[2]).put("type", "released"));
        assertBroken(1, "an event that is not good: The event's signature does not verify.");
    }

    @Test
    @DisplayName("B74, OPR-3: a JWK whose kid is not its thumbprint, or that is private, is no key")
    void keys() {
        opened();
        ObjectNode body = body(ESCROW, "holder", "funds_held", null);
        add(body.set("jwk", ESCROW.jwk().put("kid", POST.thumbprint())));
        assertBroken(1, "a key whose kid is not its thumbprint");
    }

    @ParameterizedTest
    @ValueSource(strings = {"type", "operator", "role", "event", "jwk"})
    @DisplayName("REC-2: what an event's entry says of it is what the event says")
    void entry(String member) {
        opened();
        add(body(ESCROW, "holder", "funds_held", null).put(member, "carrier"));
        assertBroken(
                1,
                switch (member) {
                    case "type" -> "an event of another type than its entry's";
                    case "operator" -> "an event whose iss is not its entry's operator";
                    case "role" -> "an event by who does not have its role on this deal";
                    case "event" -> "an event that is not good: The event can't be read: a jws that is not compact.";
                    default -> "an event's key of a type that is not accepted";
                });
    }

    @Test
    @DisplayName("EVT-1: an event of another deal, or of another amount, is named")
    void fits() {
        opened();
        ObjectNode claims = events.claims(ESCROW, "funds_held", null, now);
        claims.putObject("amount").put("amount", 1).put("currency", "EUR");
        add(body(ESCROW, "holder", claims));
        assertBroken(1, "an event whose amount is not the deal's price");
    }

    @Test
    @DisplayName("EVT-1: an event of another deal is named")
    void otherDeal() {
        opened();
        ObjectNode claims = events.claims(ESCROW, "funds_held", null, now);
        add(body(ESCROW, "holder", claims.put("deal_id", "dea_bbbbbbbbbbbbbbbbbbbbbbbbbb")));
        assertBroken(1, "an event of another deal");
    }

    @Test
    @DisplayName("EVT-3: who did not write first in a role does not have it; the buyer is who opened the deal")
    void owners() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(ESCROW.successor(), "holder", "example.note", null);
        assertBroken(2, "an event by who does not have its role on this deal");
    }

    @Test
    @DisplayName("EVT-3: only who opened the deal accepts")
    void buyer() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(BUYER.successor(), "buyer", "accepted", null);
        assertBroken(2, "an event by who does not have its role on this deal");
    }

    @Test
    @DisplayName("EVT-2: after a key succession the next key writes, and the old one no more")
    void succession() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        TestParty next = ESCROW.successor();
        ObjectNode claims = events.claims(ESCROW, "dev.rctp.key_succession", null, now);
        add(body(ESCROW, "holder", claims.put("next_jkt", next.thumbprint())));
        add(BUYER, "buyer", "accepted", null);
        add(next, "holder", "example.note", null);
        assertSound();
        add(ESCROW, "holder", "released", null);
        assertBroken(5, "an event by who does not have its role on this deal");
    }

    @Test
    @DisplayName("EVT-5: an event stands in its chain once")
    void repeated() {
        opened();
        ObjectNode body = body(BUYER, "buyer", "example.note", null);
        add(body);
        add(body.deepCopy());
        assertBroken(2, "an event that entry 2 holds already");
    }

    @Test
    @DisplayName(
            "EVT-6: by its entry's time a checkpoint comes before the deal lapses, whether or not that is written yet")
    void lapse() {
        opened();
        now = LAPSES.minus(MadeChain.PACE).minusMillis(1);
        add(POST, "carrier", "shipped", null);
        assertSound();
        now = LAPSES.minus(MadeChain.PACE);
        add(POST, "carrier", "delivered", null);
        assertBroken(2, "an event against the money rules: not_lapsed");
    }

    @Test
    @DisplayName("EVT-6: a deal lapses at its time, and takes information then, and no checkpoint")
    void lapsed() {
        opened();
        now = LAPSES.minus(MadeChain.PACE);
        append("lapsed", JsonNodeFactory.instance.objectNode());
        add(BUYER, "buyer", "example.note", null);
        assertSound();
        add(ESCROW, "holder", "funds_held", null);
        assertBroken(3, "an event against the money rules: not_lapsed");
    }

    @Test
    @DisplayName("EVT-6: no deal lapses before its time, with funds held, or twice")
    void lapseTooEarly() {
        opened();
        now = LAPSES.minus(MadeChain.PACE).minusMillis(1);
        append("lapsed", JsonNodeFactory.instance.objectNode());
        assertBroken(1, "a deal that lapses before its time, or with its funds held");
    }

    @Test
    @DisplayName("REC-4: events of a deal whose first entry does not say its terms can't be judged")
    void terms() {
        for (String member : List.of("release_condition", "deliver_within_days", "lapses_at", "offer", "caller")) {
            assertThat(broken(member)).isEqualTo("a deal whose first entry does not say its terms");
        }
    }

    @Test
    @DisplayName("REC-4: of a part of a chain the events' signatures are checked, and they are named as not judged")
    void part() {
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(BUYER, "buyer", "accepted", null);
        RecordReport report = verifier.verify(MadeChain.bundle(chain.entries().subList(1, 3), List.of(), key));
        assertThat(report.passedAsPart()).isTrue();
        assertThat(report.unjudgedEvents()).containsExactly(2L, 3L);
    }

    @Test
    @DisplayName(
            "EVT-1: whose an event's key is, no chain shows: the report names key and party, and judges them by the profiles that the reader has")
    void signers() {
        TestParty posed = TestParty.of(ESCROW.party().profile());
        opened();
        add(ESCROW, "holder", "funds_held", null);
        add(posed, "carrier", "example.note", null);
        add(BUYER, "buyer", "accepted", null);
        add(ESCROW, "holder", "example.note", null);

        String escrow = ESCROW.party().profile();
        assertThat(verified(Map.of()).signers())
                .containsExactly(
                        signer(ESCROW, "holder", Whose.NOT_JUDGED, 2, 5),
                        signer(posed, "carrier", Whose.NOT_JUDGED, 3),
                        signer(BUYER, "buyer", Whose.NOT_JUDGED, 4));
        assertThat(verified(Map.of()).passed()).isTrue();

        RecordReport one = verified(Map.of(escrow, List.of(POST.jwk(), ESCROW.jwk())));
        assertThat(one.signers())
                .containsExactly(
                        signer(ESCROW, "holder", Whose.THE_PARTYS, 2, 5),
                        signer(posed, "carrier", Whose.ANOTHERS, 3),
                        signer(BUYER, "buyer", Whose.NOT_JUDGED, 4));
        assertThat(one.passed()).isFalse();
        assertThat(one.passedAsPart()).isFalse();
        assertThat(verified(Map.of(escrow, List.of(ESCROW.jwk(), posed.jwk()))).passed())
                .isTrue();
        assertThat(verified(Map.of(escrow, List.of())).signers().getFirst().whose())
                .isEqualTo(Whose.ANOTHERS);
    }

    private RecordReport verified(Map<String, List<JsonNode>> profiles) {
        RecordReport report = verifier.verify(chain.bundle(key), new Kept(null, List.of(), List.of(), null, profiles));
        assertThat(report.integrity()).isEqualTo(new Integrity.Sound());
        return report;
    }

    private static Signer signer(TestParty party, String role, Whose whose, long... seqs) {
        return new Signer(
                party.party().profile(),
                Set.of(role),
                party.thumbprint(),
                LongStream.of(seqs).boxed().toList(),
                whose);
    }

    @Test
    @DisplayName("EVT-1: an event stands in a deal's chain only")
    void otherChain() {
        MadeChain negotiation = new MadeChain().append("event", body(BUYER, "buyer", "example.note", null), key);
        assertThat(verifier.verify(negotiation.bundle(key)).integrity())
                .isEqualTo(new Integrity.Broken(0, 1, "an event in a chain that is no deal's"));
    }

    private static String broken(String missing) {
        DealEventsTest other = new DealEventsTest();
        other.opened(body -> body.without(missing));
        other.add(ESCROW, "holder", "funds_held", null);
        return ((Integrity.Broken) verifier.verify(other.chain.bundle(key)).integrity()).fault();
    }

    private void opened() {
        opened(UnaryOperator.identity());
    }

    private void opened(UnaryOperator<ObjectNode> change) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("action", "deal.open")
                .put("caller", BUYER.thumbprint())
                .put("operator", BUYER.party().profile())
                .put("release_condition", "buyer_accepted")
                .put("deliver_within_days", 5)
                .put("lapses_at", LAPSES.toString());
        ObjectNode terms = body.putObject("offer").putObject("deal_terms");
        terms.putObject("price").put("amount", 42_000).put("currency", "EUR");
        append("decided", change.apply(body));
    }

    private ObjectNode body(TestParty writer, String role, String type, @Nullable String reason) {
        return body(writer, role, events.claims(writer, type, reason, now));
    }

    private static ObjectNode body(TestParty writer, String role, ObjectNode claims) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("operator", writer.party().profile())
                .put("event", writer.event(claims))
                .put("role", role)
                .put("type", claims.path("type").stringValue());
        body.set("jwk", writer.jwk());
        return body;
    }

    private void add(TestParty writer, String role, String type, @Nullable String reason) {
        add(body(writer, role, type, reason));
    }

    private void add(ObjectNode body) {
        append("event", body);
    }

    private void append(String kind, ObjectNode body) {
        chain.at(now).append(kind, body, key);
        now = now.plusMillis(14);
    }

    private void assertSound() {
        RecordReport report = verifier.verify(chain.bundle(key));
        assertThat(report.integrity()).isEqualTo(new Integrity.Sound());
        assertThat(report.unjudgedEvents()).isEmpty();
    }

    private void assertBroken(int index, String sentence) {
        assertThat(verifier.verify(chain.bundle(key)).integrity())
                .isEqualTo(new Integrity.Broken(index, index + 1, sentence));
    }
}
