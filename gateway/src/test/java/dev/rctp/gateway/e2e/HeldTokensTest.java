package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.JsonNodeFactory;

/** APR-6: the token of a held call is there sealed while its seller is asked, and gone once that has ended, whatever the end. */
@ExtendWith(Sandboxed.class)
class HeldTokensTest {

    private static void kept(Tables tables, Answer asked, boolean kept) throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(tables.text(
                                "SELECT (held IS NOT NULL)::text FROM approval WHERE approval_id = ?",
                                Asking.id(asked)))
                        .isEqualTo(Boolean.toString(kept)));
    }

    @Test
    @DisplayName(
            "APR-6: no table holds a held call's token in the clear, and none holds it sealed after its approval's end")
    void sealedThenErased(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Tables tables = Tables.of(state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        Answer approved = asked(asking.call("/offers/" + offer + "/counter", Haggle.proposal(42_000)));
        Answer refused = asked(asking.accept(offer));
        Answer declined = asked(asking.call("/listings", asking.listing()));
        Answer silent = asked(asking.call("/listings", asking.listing()));
        Answer overtaken = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        for (Answer one : new Answer[] {approved, refused, declined, silent, overtaken}) {
            kept(tables, one, true);
        }
        assertThat(tables.holding(asking.grant.token())).isEmpty();

        asking.phone.answer(url(approved), "approve", null);
        kept(tables, approved, false);
        asking.phone.answer(url(declined), "decline", null);
        kept(tables, declined, false);
        assertThat(Asking.manage(world, state, "DELETE", "/listings/" + listing, "")
                        .statusCode())
                .isEqualTo(204);
        kept(tables, overtaken, false);
        asking.phone.answer(url(refused), "approve", null);
        kept(tables, refused, false);
        world.advance(Duration.ofMinutes(15));
        kept(tables, silent, false);
        assertThat(tables.holding(asking.grant.token())).isEmpty();
    }
}
