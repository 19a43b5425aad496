package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** APR-6: what changes while a call waits for its seller and is no row of {@link RecheckTableTest}. */
@ExtendWith(Sandboxed.class)
class RecheckTest {

    /** Approves, and looks what became of the held accept. */
    private static JsonNode approved(Asking asking, Answer asked, String offer) throws Exception {
        SellersPhone.Said said = asking.phone.answer(url(asked), "approve", null);
        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        assertThat(said.json().path("status").stringValue()).isEqualTo("approved");
        assertThat(asking.forwarded("/offers/" + offer + "/accept")).isEmpty();
        JsonNode result = said.json().path("result");
        assertThat(asking.status(asked).path("result")).isEqualTo(result);
        return result;
    }

    private static void refused(JsonNode result, int status, String reason) {
        assertThat(result.path("body").path("code").asString(""))
                .as(result.toString())
                .isEqualTo(reason);
        assertThat(result.path("status").intValue()).isEqualTo(status);
        assertThat(result.path("decision").stringValue()).isEqualTo("forbid;action=\"offer.accept\";reason=" + reason);
    }

    @Test
    @DisplayName("APR-6, GRA-2: a token that lapsed while the grant lives is no obstacle; a grant that ended is")
    void grantExpired(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        asking.grant = asking.granted("ask", Duration.ofSeconds(400));
        Answer asked = asked(asking.accept(offer));
        world.advance(Duration.ofSeconds(400));
        refused(approved(asking, asked, offer), 403, "grant_expired");

        asking.grant = asking.granted("ask");
        world.advance(Duration.ofMinutes(1));
        Answer again = asked(asking.accept(offer));
        world.advance(Duration.ofSeconds(880)); // the token has 900
        Haggle.refused(asking.accept(offer), 401, Asking.ACCEPT, "grant_invalid");
        SellersPhone.Said said = asking.phone.answer(url(again), "approve", null);
        assertThat(said.json().path("result").path("status").intValue())
                .as(said.json().toString())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("APR-6: the offer's time is over")
    void offerExpired(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        ObjectNode wish = Haggle.proposal(41_000);
        wish.put(
                "expires_at",
                world.clock().instant().plus(Duration.ofMinutes(5)).toString());
        String listing = asking.listed();
        String offer = Haggle.id(
                Haggle.ok(201, asking.buyer.call("POST", "/listings/" + listing + "/offers", null, wish.toString())));
        Answer asked = asked(asking.accept(offer));
        assertThat(asked.json().path("expires_at").stringValue())
                .as("APR-1: never after the offer's own")
                .satisfies(end -> assertThat(Instant.parse(end))
                        .isBeforeOrEqualTo(Instant.parse(wish.path("expires_at").stringValue())));
        world.advance(Duration.ofMinutes(5));
        assertThat(asking.phone.open(url(asked)).json().has("challenges")).isFalse();
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("expired");
    }

    @Test
    @DisplayName(
            "APR-6, LST-5: other terms end what was asked under the old ones; asked again, an accept is judged by its offer's")
    void termsChanged(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        Answer counter = asked(asking.call("/offers/" + offer + "/counter", Haggle.proposal(41_500)));
        Answer terms = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        assertThat(asking.approve(terms, asking.terms(43_000))
                        .json()
                        .path("result")
                        .path("status")
                        .intValue())
                .isEqualTo(200);
        SellersPhone.Said said = asking.phone.answer(url(counter), "approve", null);
        assertThat(said.json().path("result").path("body").path("code").stringValue())
                .as("the seller signed the listing as it was")
                .isEqualTo("approval_invalid");
        assertThat(asking.forwarded("/offers/" + offer + "/counter")).isEmpty();
        Answer accept = asked(asking.accept(offer));
        assertThat(asking.phone
                        .answer(url(accept), "approve", null)
                        .json()
                        .path("result")
                        .path("status")
                        .intValue())
                .as("an accept is judged by its offer's terms")
                .isEqualTo(200);
    }

    @Test
    @DisplayName("APR-3, APR-6: an answer to a buyer isn't given about a listing that is another than its seller saw")
    void answerToAnother(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Answer asked = asked(asking.call(
                "/listings/" + listing + "/answers",
                JsonNodeFactory.instance.objectNode().put("text", "Yes, that one.")));
        Tables.of(state).execute("UPDATE listing SET title = 'Another lamp' WHERE listing_id = ?", listing);
        JsonNode result =
                asking.phone.answer(url(asked), "approve", null).json().path("result");
        assertThat(result.at("/body/code").asString("")).as(result.toString()).isEqualTo("approval_invalid");
        assertThat(asking.forwarded("/listings/" + listing + "/answers")).isEmpty();
    }

    @Test
    @DisplayName(
            "LST-2, APR-6: terms whose time is over when the seller says yes to them make no listing, and become no listing's")
    void termsOver(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Answer create = asked(asking.call("/listings", asking.listing().put("title", "A late lamp")));
        Answer other = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        ObjectNode terms = asking.terms()
                .put(
                        "available_until",
                        world.clock().instant().plus(Duration.ofMinutes(1)).toString());
        SellersPhone.Said filled = asking.phone.fill(url(create), terms);
        SellersPhone.Said anew = asking.phone.fill(url(other), terms);
        world.advance(Duration.ofMinutes(2));
        for (JsonNode result : List.of(
                asking.phone
                        .answer(
                                url(create),
                                "approve",
                                filled.json().at("/challenges/approve").stringValue())
                        .json()
                        .path("result"),
                asking.phone
                        .answer(
                                url(other),
                                "approve",
                                anew.json().at("/challenges/approve").stringValue())
                        .json()
                        .path("result"))) {
            assertThat(result.at("/body/code").asString(""))
                    .as(result.toString())
                    .isEqualTo("terms_invalid");
            assertThat(result.at("/body/detail/available_until").asString("")).isEqualTo("is over");
        }
        assertThat(asking.forwarded("/listings/" + listing + "/terms")).isEmpty();
        assertThat(world.forwarded().toString()).doesNotContain("A late lamp");
    }

    @Test
    @DisplayName("PRX-2, OFF-7: a veto opens an approved offer again")
    void vetoed(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        Answer asked = asked(asking.accept(offer));
        world.behave("/offers/" + offer + "/accept", 409, 0, 1);
        SellersPhone.Said said = asking.phone.answer(url(asked), "approve", null);
        assertThat(said.json().path("result").path("status").intValue()).isEqualTo(409);
        assertThat(said.json().path("result").path("decision").stringValue()).isEqualTo("auto");
        assertThat(asking.state(asking.buyer, offer)).isEqualTo("open");
        Answer again = asked(asking.accept(offer));
        assertThat(asking.phone
                        .answer(url(again), "approve", null)
                        .json()
                        .path("result")
                        .path("status")
                        .intValue())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("APR-2: a read that waits is answered when the seller has spoken")
    void longPoll(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        CompletableFuture<JsonNode> told = CompletableFuture.supplyAsync(() -> {
            try {
                return asking.status(asked, "?wait=25");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(asking.phone.answer(url(asked), "decline", null).status()).isEqualTo(200);
        assertThat(told.get(10, TimeUnit.SECONDS).path("status").stringValue()).isEqualTo("declined");
        Answer bad = asking.seller.read("/approvals/" + Asking.id(asked) + "?wait=26", null);
        assertThat(bad.status()).isEqualTo(400);
    }
}
