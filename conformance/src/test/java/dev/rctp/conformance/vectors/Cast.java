package dev.rctp.conformance.vectors;

/** Who acts in the vectors, and when. */
final class Cast {

    /** The time of all vectors, in seconds since 1970: 2026-09-21T14:13:20Z. */
    static final long NOW = 1790000000L;

    static final String AUTHORITY = "gateway.example";
    static final String GATEWAY_PROFILE = "https://gateway.example/.well-known/ucp";
    static final String SELLER_OPERATOR = "https://agents.example/.well-known/ucp";
    static final String BUYER_OPERATOR = "https://buyers.example/.well-known/ucp";
    static final String HOLDER_OPERATOR = "https://escrow.example/.well-known/ucp";

    static final String LISTING = "lst-1";
    static final String OFFER = Texts.id("off_", 'b');
    static final String NEGOTIATION = Texts.id("neg_", 'c');
    static final String APPROVAL = Texts.id("apr_", 'd');
    static final String DEAL = Texts.id("dea_", 'e');
    static final String CHECKOUT = Texts.id("chk_", 'f');

    static final String DEAL_TERMS = "{'price':{'amount':90000,'currency':'EUR'},"
            + "'fulfillment':{'option':'shipping'},'payment':{'option':'escrow'}}";

    private final TestKey gateway = TestKey.es256("gateway");
    private final TestKey retired = TestKey.es256("gateway-retired");
    private final TestKey seller = TestKey.es256("seller-agent");
    private final TestKey buyer = TestKey.es256("buyer-agent");
    private final TestKey holder = TestKey.es256("holder");
    private final TestKey p384 = TestKey.es384("agent-p384");
    private final TestKey ed25519 = TestKey.ed25519("agent-ed25519");
    private final TestKey stranger = TestKey.es256("stranger");
    private final TestKey passkey = TestKey.es256("passkey");

    TestKey gateway() {
        return gateway;
    }

    /** A key that the gateway signed with before (REC-5). */
    TestKey retired() {
        return retired;
    }

    TestKey seller() {
        return seller;
    }

    TestKey buyer() {
        return buyer;
    }

    TestKey holder() {
        return holder;
    }

    TestKey p384() {
        return p384;
    }

    TestKey ed25519() {
        return ed25519;
    }

    /** A key that is in nobody's profile. */
    TestKey stranger() {
        return stranger;
    }

    /** A seller's passkey. */
    TestKey passkey() {
        return passkey;
    }

    TestKey[] all() {
        return new TestKey[] {gateway, retired, seller, buyer, holder, p384, ed25519, stranger, passkey};
    }
}
