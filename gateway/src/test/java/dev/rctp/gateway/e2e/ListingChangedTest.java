package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** LST-7: what a seller is asked about a listing stands only while the listing is what it was. */
@ExtendWith(Sandboxed.class)
class ListingChangedTest {

    /** How a listing becomes another. */
    enum Change {
        /** The marketplace tells of another price. */
        TOLD_PRICE {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                told(asking, state, listing, "A lamp", Asking.PRICE - 1, asking.sub);
            }
        },
        /** The marketplace tells of another title. */
        TOLD_TITLE {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                told(asking, state, listing, "A lamp without its shade", Asking.PRICE, asking.sub);
            }
        },
        /** The marketplace tells that it is another's. */
        TOLD_SELLER {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                told(asking, state, listing, "A lamp", Asking.PRICE, "seller-of-the-lamp-now");
            }
        },
        /** The marketplace tells that it is gone. */
        WITHDRAWN {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                assertThat(Asking.manage(asking.world, state, "DELETE", "/listings/" + listing, "")
                                .statusCode())
                        .isEqualTo(204);
            }
        },
        /** An agent that needn't ask names another price. */
        REPRICED {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                World.Granted asks = asking.grant;
                asking.grant = asking.granted("auto");
                Haggle.ok(200, asking.call("/listings/" + listing + "/reprice", Haggle.price(Asking.PRICE - 500)));
                asking.grant = asks;
            }
        },
        /** The seller sets other terms at another agent's request. */
        OTHER_TERMS {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                Agent other = asking.world.agent("seller-ops", 1);
                String token = asking.world
                        .grant(
                                asking.sub,
                                other,
                                List.of("dev.rctp.listing:set_terms"),
                                Map.of("dev.rctp.listing:set_terms", "ask"))
                        .token();
                Answer terms = asked(other.call("PUT", "/listings/" + listing + "/terms", token, "{}"));
                SellersPhone.Said said = asking.approve(terms, asking.terms(41_000));
                assertThat(said.json().at("/result/status").intValue())
                        .as(said.json().toString())
                        .isEqualTo(200);
            }
        },
        /** It is sold. */
        SOLD {
            @Override
            void happen(Asking asking, Path state, String listing) throws Exception {
                String offer = asking.offered(asking.buyer, listing, 45_000);
                World.Granted asks = asking.grant;
                asking.grant = asking.granted("auto");
                Haggle.ok(200, asking.accept(offer));
                asking.grant = asks;
                ObjectNode checkout = JsonNodeFactory.instance.objectNode();
                checkout.set(
                        "checkout",
                        asking.buyer.read("/offers/" + offer, null).json().path("checkout"));
                Haggle.ok(201, asking.buyer.call("POST", "/deals", null, checkout.toString()));
            }
        };

        abstract void happen(Asking asking, Path state, String listing) throws Exception;
    }

    private static void told(Asking asking, Path state, String listing, String title, long price, String seller)
            throws Exception {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("seller", seller).put("title", title);
        body.set("list_price", Haggle.money(price, "EUR"));
        body.put("term_set", "goods.small/1");
        assertThat(Asking.manage(asking.world, state, "PUT", "/listings/" + listing, body.toString())
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("LST-7: a change of the listing ends at once, as approval_invalid, what its seller is asked about it")
    void ends(Change change, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Answer terms = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        Answer price = asked(asking.call("/listings/" + listing + "/reprice", Haggle.price(Asking.PRICE + 700)));
        SellersPhone.Said filled = asking.phone.fill(url(terms), asking.terms(43_000));
        String yes = filled.json().at("/challenges/approve").stringValue();
        String no =
                asking.phone.open(url(price)).json().at("/challenges/decline").stringValue();

        change.happen(asking, state, listing);

        for (Answer asked : List.of(terms, price)) {
            JsonNode status = asking.status(asked);
            assertThat(status.path("status").stringValue()).isEqualTo("declined");
            assertThat(status.has("decided_at")).isTrue();
            assertThat(status.at("/result/status").intValue()).isEqualTo(422);
            assertThat(status.at("/result/body/code").stringValue()).isEqualTo("approval_invalid");
            assertThat(asking.phone.open(url(asked)).json().has("challenges")).isFalse();
        }
        refused(asking.phone.answer(url(terms), "approve", yes));
        refused(asking.phone.answer(url(price), "decline", no));
        refused(asking.phone.fill(url(terms), asking.terms(43_000)));
        assertThat(asking.forwarded("/listings/" + listing + "/terms"))
                .as("nothing but the terms that changed it")
                .hasSize(change == Change.OTHER_TERMS ? 1 : 0);

        for (Answer asked : List.of(terms, price)) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Tables.of(state)
                                    .text(
                                            "SELECT state || ' ' || (held IS NULL) FROM approval WHERE approval_id = ?",
                                            Asking.id(asked)))
                            .isEqualTo("declined true"));
        }
        assertThat(Tables.of(state)
                        .text(
                                "SELECT string_agg(convert_from(jcs, 'UTF8')::jsonb #>> '{body,reason}', ' ') FROM entry"
                                        + " WHERE subject_type = 'listing' AND subject_id = ?"
                                        + " AND convert_from(jcs, 'UTF8')::jsonb ->> 'kind' = 'approval_ended'",
                                listing))
                .isEqualTo("approval_invalid approval_invalid");
        assertThat(Inbox.of(world, "seller-ops").said(Asking.id(terms), 1))
                .containsExactly("approval.decided declined");
        JsonNode after = asking.status(terms);
        assertThat(after.at("/result/body/code").stringValue()).isEqualTo("approval_invalid");
    }

    private static void refused(SellersPhone.Said said) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(422);
        assertThat(said.json().path("code").stringValue()).isEqualTo("approval_invalid");
    }

    @Test
    @DisplayName(
            "LST-7, LST-9: a listing that is told of as it is ends nothing; nor does its change end what is asked of its offers")
    void stays(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        Answer accept = asked(asking.accept(offer));
        Answer terms = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        told(asking, state, listing, "A lamp", Asking.PRICE, asking.sub);
        assertThat(asking.status(terms).path("status").stringValue()).isEqualTo("pending");
        assertThat(asking.approve(terms, asking.terms(42_000))
                        .json()
                        .at("/result/status")
                        .intValue())
                .isEqualTo(200);
        assertThat(asking.status(accept).path("status").stringValue())
                .as("of an offer, which is what it was")
                .isEqualTo("pending");
        JsonNode result =
                asking.phone.answer(url(accept), "approve", null).json().path("result");
        assertThat(result.at("/body/code").stringValue())
                .as("APR-6: the seller signed the listing as it was")
                .isEqualTo("approval_invalid");
        assertThat(asking.phone
                        .answer(url(asked(asking.accept(offer))), "approve", null)
                        .json()
                        .at("/result/status")
                        .intValue())
                .as("OFF-8: by the terms that its offer was made under")
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "LST-7, APR-1: once a change has ended a question, the seller can be asked about the listing as it is now")
    void again(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        Haggle.refused(
                asking.setTerms(listing, JsonNodeFactory.instance.objectNode()),
                429,
                "listing.set_terms",
                "enforcement_unavailable");
        told(asking, state, listing, "A better lamp", Asking.PRICE, asking.sub);
        Answer second = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        assertThat(asking.approve(second, asking.terms(43_000))
                        .json()
                        .at("/result/status")
                        .intValue())
                .isEqualTo(200);
    }
}
