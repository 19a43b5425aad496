package dev.rctp.conformance.breakable.call;

import org.jspecify.annotations.Nullable;

/** What a governed call does (protocol sections 4 and 15). */
public enum Verb {
    LISTING_CREATE("listing.create", "POST", "/listings", Needs.GRANT),
    LISTING_SET_TERMS("listing.set_terms", "PUT", "/listings/{listing_id}/terms", Needs.GRANT),
    LISTING_REPRICE("listing.reprice", "POST", "/listings/{listing_id}/reprice", Needs.GRANT),
    LISTING_ANSWER_BUYER("listing.answer_buyer", "POST", "/listings/{listing_id}/answers", Needs.GRANT),
    OFFER_CREATE("offer.create", "POST", "/listings/{listing_id}/offers", Needs.NO_GRANT),
    OFFER_COUNTER("offer.counter", "POST", "/offers/{offer_id}/counter", Needs.GRANT),
    OFFER_ACCEPT("offer.accept", "POST", "/offers/{offer_id}/accept", Needs.GRANT),
    DEAL_COMMIT("deal.commit_to_ship", "POST", "/deals/{deal_id}/commit", Needs.GRANT),
    DEAL_SIGN_CONTRACT("deal.sign_contract", "POST", "/deals/{deal_id}/sign-contract", Needs.GRANT),
    ACCOUNT_UPDATE("account.update", "PATCH", "/account", Needs.GRANT),
    DEAL_OPEN("deal.open", "POST", "/deals", Needs.NO_GRANT),
    DEAL_EVENT("deal.event", "POST", "/deals/{deal_id}/events", Needs.GRANT_IF_SENT),
    READ_TERMS(null, "GET", "/listings/{listing_id}/terms", Needs.NO_GRANT),
    READ_OFFERS(null, "GET", "/listings/{listing_id}/offers", Needs.GRANT),
    READ_OFFER(null, "GET", "/offers/{offer_id}", Needs.GRANT_IF_SENT),
    READ_DEAL(null, "GET", "/deals/{deal_id}", Needs.GRANT_IF_SENT),
    READ_EVENTS(null, "GET", "/deals/{deal_id}/events", Needs.GRANT_IF_SENT),
    READ_RECORD(null, "GET", "/records/{type}/{id}", Needs.GRANT_IF_SENT),
    READ_PROOF(null, "GET", "/records/{type}/{id}/proof", Needs.GRANT_IF_SENT),
    READ_APPROVAL(null, "GET", "/approvals/{approval_id}", Needs.NO_GRANT);

    private final @Nullable String action;
    private final String method;
    private final String path;
    private final Needs needs;

    Verb(@Nullable String action, String method, String path, Needs needs) {
        this.action = action;
        this.method = method;
        this.path = path;
        this.needs = needs;
    }

    /** Whether a call of this verb needs a seller's grant (GRA-1). */
    public enum Needs {
        GRANT,
        NO_GRANT,
        GRANT_IF_SENT
    }

    /** The registered action's name; null for a read. */
    public @Nullable String action() {
        return action;
    }

    /** The route's method. */
    public String method() {
        return method;
    }

    /** The default route's path template. */
    public String path() {
        return path;
    }

    /** Whether it takes a grant. */
    public Needs needs() {
        return needs;
    }

    /** Whether it only reads. */
    public boolean reads() {
        return action == null;
    }
}
