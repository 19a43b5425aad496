package dev.rctp.gateway.faults;

import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Verbs that wait for their seller: how each is asked, and what the marketplace gets once the seller has said yes. */
enum HeldVerb {
    /** A buyer's offer is taken (OFF-8). */
    ACCEPT(200) {
        @Override
        HeldApproval ask(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String offer = bargain.offered(buyer, PRICE - 5_000);
            return held(bargain, "POST", "/offers/" + offer + "/accept", "{}", null);
        }
    },
    /** A listing is made (LST-3). */
    CREATE(201) {
        @Override
        HeldApproval ask(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            ObjectNode listing = JsonNodeFactory.instance.objectNode();
            listing.put("title", "A lamp " + UUID.randomUUID()).put("term_set", "goods.small/1");
            listing.putObject("list_price").put("amount", PRICE).put("currency", "EUR");
            return held(bargain, "POST", "/listings", listing.toString(), terms());
        }
    },
    /** A listing gets other terms (LST-5). */
    SET_TERMS(200) {
        @Override
        HeldApproval ask(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            return held(bargain, "PUT", "/listings/" + bargain.listing() + "/terms", "{}", terms());
        }
    },
    /** A listing gets another price (LST-5). */
    REPRICE(200) {
        @Override
        HeldApproval ask(Bargain bargain, Agent buyer) throws IOException, InterruptedException {
            String target = "/listings/" + bargain.listing() + "/reprice";
            return held(bargain, "POST", target, bargain.price(PRICE - 500), null);
        }
    };

    static final int PRICE = 90_000;
    static final int FLOOR = 70_000;

    private final int status;

    HeldVerb(int status) {
        this.status = status;
    }

    /** All that must be so for the call to be held; and the call, held. */
    abstract HeldApproval ask(Bargain bargain, Agent buyer) throws IOException, InterruptedException;

    /** The status of success. */
    int status() {
        return status;
    }

    private static HeldApproval held(
            Bargain bargain, String method, String target, String body, @Nullable ObjectNode terms)
            throws IOException, InterruptedException {
        String key = Agent.newKey();
        Answer asked = await("the seller is asked")
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> bargain.seller().call(method, target, bargain.token(), body, key),
                        answer -> answer.status() != 503);
        return new HeldApproval(bargain, Bargain.ok(202, asked), target, body, terms);
    }

    private static ObjectNode terms() {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.putObject("floor").put("amount", FLOOR + 1_000).put("currency", "EUR");
        terms.put("available_until", Instant.now().plus(Duration.ofDays(20)).toString());
        terms.putArray("fulfillment_options").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        return terms.put("deliver_within_days", 4);
    }
}
