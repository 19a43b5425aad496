package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A seller's answer that was right when it came, and no more when it can be written down. */
@ExtendWith(Sandboxed.class)
class LateAnswerTest {

    private static final String APPROVAL = "SELECT 1 FROM approval WHERE approval_id = ?";

    /** The answer to what was sent while these rows were held and this happened. */
    private static SellersPhone.Said heldUp(Tables.Held held, Callable<SellersPhone.Said> sent, Callable<?> meanwhile)
            throws Exception {
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<SellersPhone.Said> said = thread.submit(sent);
            try {
                await().pollInterval(Duration.ofMillis(10)).until(() -> held.waiting() > 0);
                meanwhile.call();
            } finally {
                held.letGo();
            }
            return said.get();
        }
    }

    private static void invalid(SellersPhone.Said said, String cause) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(422);
        assertThat(said.json().at("/detail/cause").stringValue()).isEqualTo(cause);
    }

    @Test
    @DisplayName(
            "INV-2, APR-4: a yes that is held up until the time is over is none, and who reads meanwhile waits for what"
                    + " becomes of it: silence never becomes yes afterwards")
    void acrossTheEdge(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        Answer asked = asked(asking.accept(offer));
        String yes =
                asking.phone.open(url(asked)).json().at("/challenges/approve").stringValue();
        Tables.Held held = Tables.of(state).hold(APPROVAL, Asking.id(asked), APPROVAL);

        try (ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<JsonNode>> read = new ArrayList<>();
            SellersPhone.Said said = heldUp(held, () -> asking.phone.answer(url(asked), "approve", yes), () -> {
                world.advance(Duration.ofMinutes(15));
                read.add(reader.submit(() -> asking.status(asked)));
                await().pollInterval(Duration.ofMillis(10)).until(() -> held.waiting() == 2);
                return null;
            });

            invalid(said, "decided");
            assertThat(read.getFirst().get().path("status").stringValue()).isEqualTo("expired");
        }
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("expired");
        assertThat(asking.status(asked).at("/result/body/code").stringValue()).isEqualTo("approval_declined");
        assertThat(asking.forwarded("/offers/" + offer)).isEmpty();
        assertThat(asking.state(asking.buyer, offer)).isEqualTo("declined");
    }

    @Test
    @DisplayName("APR-7: an answer whose challenge went meanwhile is told so, for the question still waits")
    void withoutItsChallenge(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.accept(asking.offered(asking.buyer, asking.listed(), 41_000)));
        String yes =
                asking.phone.open(url(asked)).json().at("/challenges/approve").stringValue();
        Tables.Held held = Tables.of(state)
                .hold(
                        "SELECT 1 FROM approval_challenge WHERE challenge = ?",
                        yes,
                        "DELETE FROM approval_challenge WHERE challenge = ?");

        invalid(heldUp(held, () -> asking.phone.answer(url(asked), "approve", yes), () -> true), "challenge_unknown");

        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("pending");
        assertThat(asking.phone.answer(url(asked), "approve", null).status()).isEqualTo(200);
    }
}
