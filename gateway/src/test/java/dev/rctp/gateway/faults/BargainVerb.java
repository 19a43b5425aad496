package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The verbs of a bargain: what each needs before it, and what is so after it and after its veto. */
enum BargainVerb {
    /** A new offer in place of a countered one, whose counter ends too (OFF-3, OFF-7). */
    CREATE(201, "buyer open, buyer superseded, seller superseded", "buyer countered, seller open") {
        @Override
        BargainCall before(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String first = bargain.offered(buyer, PRICE - 5_000);
            Bargain.ok(201, bargain.counter(first, PRICE - 1_000));
            return call(buyer, null, bargain.offers(), bargain.proposal(PRICE - 4_000, first));
        }
    },
    /** The seller's own offer in answer to the buyer's (OFF-5). */
    COUNTER(201, "buyer countered, seller open", "buyer open") {
        @Override
        BargainCall before(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String offer = bargain.offered(buyer, PRICE - 5_000);
            return sellers(bargain, "/offers/" + offer + "/counter", bargain.proposal(PRICE - 1_000, null));
        }
    },
    /** The buyer's offer is taken, and holds its listing (OFF-8). */
    ACCEPT(200, "buyer accepted", "buyer open") {
        @Override
        BargainCall before(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String offer = bargain.offered(buyer, PRICE - 5_000);
            return sellers(bargain, "/offers/" + offer + "/accept", "{}");
        }

        @Override
        void then(boolean stands, World world, Bargain bargain, Agent buyer, BargainCall call, Answer answer)
                throws IOException, InterruptedException {
            String offer = call.target().split("/", -1)[2];
            JsonNode read =
                    Bargain.ok(200, buyer.read("/offers/" + offer, null)).json();
            assertThat(read.has("checkout")).isEqualTo(stands);
            assertThat(bargain.offer(buyer, PRICE).status()).isEqualTo(stands ? 409 : 201);
            assertThat(shop(world, "/offers/" + offer).path("state").asString())
                    .isEqualTo(stands ? "accepted" : "open");
        }
    },
    /** The checkout is redeemed (CHK-1). */
    OPEN(201, "buyer accepted", "buyer accepted") {
        @Override
        BargainCall before(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String offer = bargain.offered(buyer, PRICE - 5_000);
            Bargain.ok(200, bargain.accept(offer));
            return call(buyer, null, "/deals", Bargain.redemption(Bargain.checkout(buyer, offer)));
        }

        @Override
        void then(boolean stands, World world, Bargain bargain, Agent buyer, BargainCall call, Answer answer)
                throws IOException, InterruptedException {
            assertThat(bargain.offer(buyer, PRICE).decision())
                    .endsWith(stands ? "reason=listing_closed" : "reason=listing_reserved");
            Answer again = buyer.call("POST", "/deals", null, call.body());
            assertThat(again.status()).isEqualTo(stands ? 422 : 201);
            String deal = (stands ? answer : again).json().path("deal_id").asString();
            assertThat(shop(world, "/deals/" + deal).path("deal_id").asString()).isEqualTo(deal);
            assertThat(bargain.verified(world, "deal/" + deal, List.of(answer))).hasSize(2);
        }
    },
    /** Another list price (LST-5). */
    REPRICE(200, "", "") {
        @Override
        BargainCall before(Bargain bargain, Agent buyer) {
            return sellers(bargain, "/listings/" + bargain.listing() + "/reprice", bargain.price(PRICE - 500));
        }

        @Override
        void then(boolean stands, World world, Bargain bargain, Agent buyer, BargainCall call, Answer answer)
                throws IOException, InterruptedException {
            String listing = "/listings/" + bargain.listing();
            long price = stands ? PRICE - 500 : PRICE;
            JsonNode terms =
                    Bargain.ok(200, buyer.read(listing + "/terms", null)).json();
            assertThat(terms.at("/list_price/amount").asLong()).isEqualTo(price);
            JsonNode shown = world.listings().stream()
                    .filter(one -> one.path("listing_id").asString().equals(bargain.listing()))
                    .findFirst()
                    .orElseThrow();
            assertThat(shown.at("/list_price/amount").asLong()).isEqualTo(price);
        }
    };

    static final int PRICE = 90_000;
    static final int FLOOR = 70_000;

    private final int status;
    private final String after;
    private final String vetoed;

    BargainVerb(int status, String after, String vetoed) {
        this.status = status;
        this.after = after;
        this.vetoed = vetoed;
    }

    /** All that must be so for the call to be accepted; and the call. */
    abstract BargainCall before(Bargain bargain, Agent buyer) throws IOException, InterruptedException;

    /** What else is so afterwards, at the gateway and at the marketplace. */
    void then(boolean stands, World world, Bargain bargain, Agent buyer, BargainCall call, Answer answer)
            throws IOException, InterruptedException {
        String offer = answer.json().path("offer_id").asString();
        if (stands) {
            assertThat(shop(world, "/offers/" + offer).path("offer_id").asString())
                    .isEqualTo(offer);
            assertThat(Bargain.ok(200, buyer.read("/offers/" + offer, null)).json())
                    .isEqualTo(((ObjectNode) answer.json()).without("marketplace"));
        }
    }

    /** The status of success. */
    int status() {
        return status;
    }

    /** The listing's offers in the order of the alphabet: who made each, and its state. */
    String offers(boolean stands) {
        return stands ? after : vetoed;
    }

    private static JsonNode shop(World world, String path) throws IOException, InterruptedException {
        return world.get(world.address("marketplace").resolve(path));
    }

    private static BargainCall sellers(Bargain bargain, String target, String body) {
        return call(bargain.seller(), bargain.token(), target, body);
    }

    private static BargainCall call(Agent agent, @Nullable String token, String target, String body) {
        return new BargainCall(agent, token, target, body, Agent.newKey());
    }
}
