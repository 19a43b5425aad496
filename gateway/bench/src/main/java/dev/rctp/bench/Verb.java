package dev.rctp.bench;

/** The governed calls that are measured. */
enum Verb {
    /** A seller's agent answers a buyer: nothing changes but the marketplace. */
    ANSWER_BUYER("listing.answer_buyer"),
    /** A buyer's agent offers above the floor; no grant is asked for. */
    OFFER_CREATE("offer.create"),
    /** A seller's agent accepts: the listing is reserved and a checkout signed. */
    OFFER_ACCEPT("offer.accept");

    private final String action;

    Verb(String action) {
        this.action = action;
    }

    /** Its name in the protocol. */
    String action() {
        return action;
    }
}
