package dev.rctp.conformance.vectors;

import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checkout tokens (CHK-1). */
final class CheckoutVectors {

    private final VectorFile file = new VectorFile(
            "checkouts",
            "Checkouts as a gateway judges them that knows no more than its own keys and the request's key.");
    private final Cast cast;

    CheckoutVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        file.shared("now", JsonNodeFactory.instance.numberNode(Cast.NOW));
        file.shared("issuer", JsonNodeFactory.instance.stringNode(Cast.GATEWAY_PROFILE));
        file.keys(cast.gateway(), cast.retired());
        good("checkout", "A checkout of 30 minutes.", _ -> {});
        good(
                "last-second",
                "A second before its end.",
                d -> d.claim("iat", Cast.NOW - 1799).claim("exp", Cast.NOW + 1));
        good(
                "retired-key",
                "By a key that is retired and still published.",
                d -> d.signer(cast.retired()).head("kid", cast.retired().thumbprint()));
        good(
                "order",
                "Claims in another order: the octets are signed, not their canonical form.",
                d -> d.payload("{\"jti\":\"" + Cast.CHECKOUT + "\","
                        + d.without("jti").claims().toString().substring(1)));
        TokenFaults.of(cast.stranger()).forEach(one -> bad(one.name(), one.comment(), one.fault(), one.change()));
        bad("expired", "At its end.", "expired", d -> d.claim("exp", Cast.NOW));
        bad(
                "issuer-other",
                "Of another gateway.",
                "issuer",
                d -> d.claim("iss", "https://other.example/.well-known/ucp"));
        bad(
                "buyer-other",
                "INV-6: for another key.",
                "buyer",
                d -> d.claim("buyer_jkt", cast.seller().thumbprint()));
        for (String claim : new String[] {
            "iss",
            "jti",
            "listing_id",
            "listing_hash",
            "offer_id",
            "negotiation_id",
            "deal_terms",
            "buyer_jkt",
            "nonce",
            "iat",
            "exp"
        }) {
            bad("no-" + claim.replace('_', '-'), "Without " + claim + ".", "claims", d -> d.without(claim));
        }
        bad("claim-more", "A claim more, the floor.", "claims", d -> d.claim("floor", 80000));
        bad("exp-text", "A time as text.", "claims", d -> d.claim("exp", "2026-12-01T00:00:00Z"));
        bad(
                "exp-fraction",
                "B11: a time with a fraction.",
                "claims",
                d -> d.claim("exp", JsonNodeFactory.instance.numberNode(Cast.NOW + 1800.5)));
        bad("offer-id", "Another form of id.", "claims", d -> d.claim("offer_id", "off_1"));
        bad(
                "price-big",
                "B64: a price over 2^53-1.",
                "claims",
                d -> d.payload(d.claims().toString().replace("90000", "9007199254740992")));
        return file;
    }

    private void good(String name, String comment, Consumer<JwsDraft> change) {
        JwsDraft draft = draft();
        change.accept(draft);
        ObjectNode made = file.valid(name, "CHK-1", comment);
        made.put("checkout", draft.compact()).put("request_key", cast.buyer().thumbprint());
        ObjectNode claims = draft.claims();
        if (!claims.has("jti")) {
            claims.put("jti", Cast.CHECKOUT);
        }
        made.putObject("expected").set("claims", claims);
    }

    private void bad(String name, String comment, String fault, Consumer<JwsDraft> change) {
        JwsDraft draft = draft();
        change.accept(draft);
        file.invalid(name, "CHK-1", comment)
                .put("checkout", draft.compact())
                .put("request_key", cast.buyer().thumbprint())
                .putObject("expected")
                .put("reason", "checkout_invalid")
                .put("fault", fault);
    }

    private JwsDraft draft() {
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", Cast.GATEWAY_PROFILE).put("jti", Cast.CHECKOUT).put("listing_id", Cast.LISTING);
        claims.put("listing_hash", Texts.hash(Texts.object("{'listing_id':'lst-1'}")));
        claims.put("offer_id", Cast.OFFER).put("negotiation_id", Cast.NEGOTIATION);
        claims.set("deal_terms", Texts.object(Cast.DEAL_TERMS));
        claims.put("buyer_jkt", cast.buyer().thumbprint()).put("nonce", Texts.salt("checkout"));
        claims.put("iat", Cast.NOW).put("exp", Cast.NOW + 1800);
        return new JwsDraft(cast.gateway(), "rctp-checkout+jwt", claims);
    }
}
