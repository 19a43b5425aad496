package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the buyer reads of a counter that its seller's side was asked about, in the chain that both read (OFF-7, REC-4, REC-6). */
@ExtendWith(Sandboxed.class)
class AskedRecordTest {

    private static final String COUNTER = "offer.counter";
    private static final long PRICE = 47_123;

    /** How a question goes on. */
    enum End {
        APPROVED("approved") {
            @Override
            void happen(Asking asking, Answer question) throws Exception {
                said(asking.phone.answer(url(question), "approve", null), 200);
            }
        },
        DECLINED("declined") {
            @Override
            void happen(Asking asking, Answer question) throws Exception {
                said(asking.phone.answer(url(question), "decline", null), 200);
            }
        },
        SILENT("approval_expired") {
            @Override
            void happen(Asking asking, Answer question) throws Exception {
                asking.world.advance(Duration.ofMinutes(15));
            }
        };

        private final String kind;

        End(String kind) {
            this.kind = kind;
        }

        abstract void happen(Asking asking, Answer question) throws Exception;

        private static void said(SellersPhone.Said said, int status) {
            assertThat(said.status()).as(said.json().toString()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "REC-6, OFF-7: a buyer who reads the negotiation's chain doesn't learn what its seller was asked, nor till when; both sides' verify")
    void confided(End end, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        String chain = "negotiation/"
                + ok(200, asking.buyer.read("/offers/" + offer, null))
                        .json()
                        .path("negotiation_id")
                        .stringValue();
        Answer question = asked(asking.call("/offers/" + offer + "/counter", Haggle.proposal(PRICE)));
        String until = question.json().path("expires_at").stringValue();
        end.happen(asking, question);
        asking.grant = asking.granted("ask");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> of(record(asking.buyer, chain, null), end.kind)
                        .findAny()
                        .isPresent());
        ObjectNode buyers = record(asking.buyer, chain, null);
        ObjectNode sellers = record(asking.seller, chain, asking.grant.token());
        JsonNode entry = of(buyers, end.kind).findFirst().orElseThrow();

        boolean answer = end != End.SILENT;
        List<String> shown =
                answer ? List.of("side", "approval", "confided", "decision") : List.of("side", "approval", "confided");
        assertThat(entry.path("body").propertyNames()).containsExactlyInAnyOrderElementsOf(shown);
        assertThat(buyers.toString()).doesNotContain(until);
        if (end != End.APPROVED) { // a counter that was made is the buyer's to read
            assertThat(buyers.toString()).doesNotContain(COUNTER, String.valueOf(PRICE));
        }
        assertThat(opened(sellers, entry).toString()).contains(COUNTER);
        assertThat(sellers.path("entries")).isEqualTo(buyers.path("entries"));
        assertThat(verified(world, buyers).answers().unjudged())
                .extracting(RecordReport.Unjudged::seq)
                .isEqualTo(answer ? List.of(entry.path("seq").longValue()) : List.of());
        assertThat(verified(world, sellers).answers()).isEqualTo(new RecordReport.Answers(answer ? 1 : 0, List.of()));
    }

    private static Stream<JsonNode> of(ObjectNode record, String kind) {
        return record.path("entries")
                .valueStream()
                .filter(entry -> entry.path("kind").asString().equals(kind));
    }

    private static JsonNode opened(ObjectNode record, JsonNode entry) {
        return record.path("openings")
                .valueStream()
                .filter(opening -> opening.path("seq").equals(entry.path("seq")))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode record(Agent agent, String subject, @Nullable String token) throws Exception {
        return (ObjectNode) ok(200, agent.read("/records/" + subject, token)).json();
    }

    private static RecordReport verified(World world, ObjectNode record) throws Exception {
        ObjectNode bundle = record.deepCopy();
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));
        RecordReport report =
                new RecordVerifier(Registries.load()).verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.passed()).as(report.toString()).isTrue();
        return report;
    }
}
