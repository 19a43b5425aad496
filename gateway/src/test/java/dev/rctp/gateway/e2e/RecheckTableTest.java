package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** APR-6: what changes while a call waits, and what its seller's yes comes to then: a table, written to {@code target/recheck.md}. */
@ExtendWith(Sandboxed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecheckTableTest {

    private final Set<String> rows = new TreeSet<>();

    /** A call that waits, and what it is about. */
    record Held(Asking asking, Path state, String listing, String offer) {}

    /** What changes, and what the yes comes to. */
    enum Meanwhile {
        GRANT_REVOKED("offer.accept", 403, "grant_revoked", "open") {
            @Override
            void happens(Held held) throws Exception {
                held.asking().world.revoke(held.asking().grant);
            }
        },
        GRANT_EXPIRED("offer.accept", 403, "grant_expired", "open") {
            @Override
            void happens(Held held) throws Exception {
                held.asking().world.advance(GRANTED_FOR);
            }
        },
        ANOTHER_OFFER_HOLDS_THE_LISTING("offer.accept", 409, "listing_reserved", "open") {
            @Override
            void happens(Held held) throws Exception {
                accepted(held);
            }
        },
        LISTING_SOLD("offer.accept", 409, "listing_closed", "declined") {
            @Override
            void happens(Held held) throws Exception {
                String offer = accepted(held);
                ObjectNode body = JsonNodeFactory.instance.objectNode();
                body.set(
                        "checkout",
                        held.asking()
                                .rival
                                .read("/offers/" + offer, null)
                                .json()
                                .path("checkout"));
                Haggle.ok(201, held.asking().rival.call("POST", "/deals", null, body.toString()));
            }
        },
        LISTING_WITHDRAWN("offer.accept", 409, "listing_closed", "declined") {
            @Override
            void happens(Held held) throws Exception {
                managed(held, "DELETE", "", 204);
            }
        },
        LISTING_ANOTHER_SELLERS("offer.accept", 403, "not_in_scope", "declined") {
            @Override
            void happens(Held held) throws Exception {
                told(held, "another-seller", "A lamp");
            }
        },
        OFFER_SUPERSEDED("offer.counter", 409, "offer_not_open", "superseded") {
            @Override
            void happens(Held held) throws Exception {
                ObjectNode better = Haggle.proposal(41_200).put("supersedes", held.offer());
                Haggle.ok(
                        201,
                        held.asking()
                                .buyer
                                .call("POST", "/listings/" + held.listing() + "/offers", null, better.toString()));
            }
        },
        TERMS_CHANGED("offer.accept", 422, "approval_invalid", "open") {
            @Override
            void happens(Held held) throws Exception {
                raised(held);
            }
        },
        FLOOR_RAISED("offer.counter", 422, "approval_invalid", "open") {
            @Override
            void happens(Held held) throws Exception {
                raised(held);
            }
        },
        LISTING_REPRICED("offer.accept", 422, "approval_invalid", "open") {
            @Override
            void happens(Held held) throws Exception {
                held.asking().grant = held.asking().granted("auto");
                Haggle.ok(
                        200,
                        held.asking()
                                .call("/listings/" + held.listing() + "/reprice", Haggle.price(Asking.PRICE - 500)));
            }
        },
        LISTING_RETITLED("offer.accept", 422, "approval_invalid", "open") {
            @Override
            void happens(Held held) throws Exception {
                told(held, held.asking().sub, "A lamp of gold");
            }
        },
        LISTING_RETITLED_FOR_A_COUNTER("offer.counter", 422, "approval_invalid", "open") {
            @Override
            void happens(Held held) throws Exception {
                told(held, held.asking().sub, "A lamp of gold");
            }
        },
        BUDGET_USED("offer.counter", 429, "offer_budget_exceeded", "open") {
            @Override
            void happens(Held held) throws Exception {
                for (int i = 0; i < 3; i++) {
                    Haggle.refused(
                            held.asking()
                                    .call("/listings/" + held.listing() + "/reprice", Haggle.price(Asking.FLOOR - 1)),
                            403,
                            "listing.reprice",
                            "below_floor");
                }
            }
        };

        static final Duration GRANTED_FOR = Duration.ofSeconds(400);

        private final String verb;
        private final int status;
        private final String reason;
        private final String offerAfter;

        Meanwhile(String verb, int status, String reason, String offerAfter) {
            this.verb = verb;
            this.status = status;
            this.reason = reason;
            this.offerAfter = offerAfter;
        }

        abstract void happens(Held held) throws Exception;

        private static String accepted(Held held) throws Exception {
            String other = held.asking().offered(held.asking().rival, held.listing(), 42_000);
            held.asking().grant = held.asking().granted("auto");
            Haggle.ok(200, held.asking().accept(other));
            return other;
        }

        private static void raised(Held held) throws Exception {
            Answer terms = asked(held.asking().setTerms(held.listing(), JsonNodeFactory.instance.objectNode()));
            assertThat(held.asking()
                            .approve(terms, held.asking().terms(43_000))
                            .json()
                            .at("/result/status")
                            .intValue())
                    .isEqualTo(200);
        }

        private static void told(Held held, String seller, String title) throws Exception {
            ObjectNode told = JsonNodeFactory.instance.objectNode();
            told.put("seller", seller).put("title", title).put("term_set", "goods.small/1");
            told.set("list_price", Haggle.money(Asking.PRICE, "EUR"));
            managed(held, "PUT", told.toString(), 200);
        }

        private static void managed(Held held, String method, String body, int status) throws Exception {
            assertThat(Asking.manage(held.asking().world, held.state(), method, "/listings/" + held.listing(), body)
                            .statusCode())
                    .isEqualTo(status);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "APR-6: on the seller's yes every check runs again: the right reason, and nothing goes to the marketplace")
    void refused(Meanwhile change, World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        asking.grant = asking.granted("ask", Meanwhile.GRANTED_FOR);
        String target = "/offers/" + offer + (change.verb.endsWith("accept") ? "/accept" : "/counter");
        Answer asked = asked(asking.call(
                target,
                change.verb.endsWith("accept") ? JsonNodeFactory.instance.objectNode() : Haggle.proposal(41_500)));

        change.happens(new Held(asking, state, listing, offer));

        SellersPhone.Said said = asking.phone.answer(url(asked), "approve", null);
        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        assertThat(said.json().path("status").stringValue()).isEqualTo("approved");
        JsonNode result = said.json().path("result");
        assertThat(result.at("/body/code").asString("")).as(result.toString()).isEqualTo(change.reason);
        assertThat(result.path("status").intValue()).isEqualTo(change.status);
        assertThat(result.path("decision").stringValue())
                .isEqualTo("forbid;action=\"" + change.verb + "\";reason=" + change.reason);
        assertThat(asking.forwarded(target)).isEmpty();
        assertThat(asking.status(asked).path("result")).isEqualTo(result);
        assertThat(asking.state(asking.buyer, offer)).isEqualTo(change.offerAfter);
        rows.add("| %s | %s | %d `%s` | 0 | %s |"
                .formatted(
                        change.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        change.verb,
                        change.status,
                        change.reason,
                        change.offerAfter));
    }

    @AfterAll
    void write() throws IOException {
        Files.writeString(
                Files.createDirectories(Path.of("target")).resolve("recheck.md"),
                "| meanwhile | held call | result | sent upstream | the offer then |\n|---|---|---|---|---|\n"
                        + String.join("\n", rows)
                        + "\n");
    }
}
