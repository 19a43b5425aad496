package dev.rctp.bench;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** What is called, one after the other; safe for concurrent use. */
final class Calls {

    private static final byte[] OFFER = """
            {"deal_terms":{"price":{"amount":22000,"currency":"EUR"},"fulfillment":{"option":"shipping"},\
            "payment":{"option":"escrow"}}}""".getBytes(StandardCharsets.UTF_8);
    private static final byte[] ACCEPT = "{}".getBytes(StandardCharsets.UTF_8);

    private final AtomicInteger accepted = new AtomicInteger();

    /**
     * A call before it is signed.
     *
     * @param path its path
     * @param body its body
     * @param granted whether it has the seller's token
     */
    record Call(String path, byte[] body, boolean granted) {}

    /** The call of this number, on one listing after the other; no two accepts are of one offer. */
    Call governed(Verb verb, int number) {
        return switch (verb) {
            case ANSWER_BUYER -> new Call(Store.answersPath(number), Agent.body(), true);
            case OFFER_CREATE -> new Call(Store.offersPath(number), OFFER, false);
            case OFFER_ACCEPT -> new Call(Store.acceptPath(accepted.getAndIncrement()), ACCEPT, true);
        };
    }

    /** The write that passes ungoverned, with the body and fields of an answer. */
    static Call ungoverned() {
        return new Call(GatewayFiles.UNGOVERNED_PATH, Agent.body(), true);
    }
}
