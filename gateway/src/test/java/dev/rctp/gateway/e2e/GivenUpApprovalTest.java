package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An approved call that can't be decided. */
@ExtendWith(OnTime.class)
class GivenUpApprovalTest {

    @Test
    @DisplayName(
            "APR-6, DEC-5: the seller's yes stands while the call can't be decided; after a day it has failed, and nothing went out")
    void givenUp(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        Answer question = asked(asking.accept(offer));
        String id = Asking.id(question);
        Tables tables = Tables.of(state);
        tables.execute("UPDATE approval SET held = decode('00', 'hex') || held WHERE approval_id = ?", id);

        SellersPhone.Said said = asking.phone.answer(Asking.url(question), "approve", null);
        assertThat(said.status()).isEqualTo(200);
        assertThat(said.json().path("status").stringValue()).isEqualTo("approved");
        assertThat(said.json().has("result")).isFalse();
        assertThat(asking.state(asking.buyer, offer)).isEqualTo("awaiting_approval");

        world.advance(Duration.ofHours(24));
        tables.execute("UPDATE approval SET lease_until = clock_timestamp() WHERE approval_id = ?", id);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(asking.status(question)
                                .at("/result/body/detail/cause")
                                .asString(""))
                        .isEqualTo("failed"));
        assertThat(asking.status(question).at("/result/status").intValue()).isEqualTo(503);
        assertThat(asking.forwarded("/offers/" + offer)).isEmpty();
    }

    @Test
    @DisplayName(
            "LST-3, APR-6: what a seller approved is made with the terms they signed, or not at all; later forms change nothing")
    void withoutTheSignedTerms(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer question = asked(asking.call("/listings", asking.listing()));
        String id = Asking.id(question);
        Tables tables = Tables.of(state);
        tables.execute("UPDATE approval SET held = decode('00', 'hex') || held WHERE approval_id = ?", id);
        assertThat(asking.approve(question, asking.terms()).json().has("result"))
                .isFalse();

        SellersPhone.Said late = asking.phone.fill(Asking.url(question), asking.terms());
        assertThat(late.status()).isEqualTo(422);
        assertThat(late.json().at("/detail/cause").stringValue()).isEqualTo("decided");

        tables.execute("DELETE FROM approval_terms WHERE approval_id = ?", id);
        tables.execute(
                "UPDATE approval SET held = substr(held, 2), lease_until = clock_timestamp() WHERE approval_id = ?",
                id);
        String attempts = "SELECT attempts::text FROM approval WHERE approval_id = ?";
        int before = Integer.parseInt(tables.text(attempts, id));
        await().atMost(Duration.ofSeconds(20)).until(() -> Integer.parseInt(tables.text(attempts, id)) > before);
        tables.execute("UPDATE approval SET lease_until = clock_timestamp() WHERE approval_id = ?", id);
        await().atMost(Duration.ofSeconds(20)).until(() -> Integer.parseInt(tables.text(attempts, id)) > before + 1);
        assertThat(asking.forwarded("/listings").stream()
                        .filter(request ->
                                request.at("/headers/rctp-seller").asString("").equals(asking.sub)))
                .isEmpty();
    }
}
