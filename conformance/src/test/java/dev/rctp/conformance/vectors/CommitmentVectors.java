package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Commitments to terms (LST-4) and hashes of listings (LST-7). */
final class CommitmentVectors {

    private static final String TERMS = "{'floor':{'amount':80000,'currency':'EUR'},"
            + "'available_until':'2026-10-05T12:00:00Z','fulfillment_options':['shipping','pickup'],"
            + "'payment_terms':['escrow'],'release_condition':'buyer_accepted','deliver_within_days':5}";
    private static final String LISTING = "{'listing_id':'lst-1','title':'A chair, oak',"
            + "'list_price':{'amount':100000,'currency':'EUR'},'term_set':'goods.small/1',"
            + "'public_terms':{'available_until':'2026-10-05T12:00:00Z','fulfillment_options':['shipping','pickup'],"
            + "'payment_terms':['escrow'],'release_condition':'buyer_accepted','deliver_within_days':5}}";

    private final VectorFile terms = new VectorFile(
            "terms-commitments",
            "Terms and a salt, and whether a terms_commitment is theirs; the floors are test data.");
    private final VectorFile listings =
            new VectorFile("listing-hashes", "Public listings, and whether a listing_hash is theirs.");

    VectorFile terms() {
        commit("goods", "All terms of goods.small/1.", _ -> {});
        commit("floor-zero", "A floor of 0.", t -> amount(t, 0));
        commit("floor-largest", "The largest floor, 2^53-1.", t -> amount(t, 9007199254740991L));
        commit(
                "currency-without-cents",
                "A currency without minor units.",
                t -> t.putObject("floor").put("amount", 12000).put("currency", "JPY"));
        commit(
                "requirements",
                "With counterparty_requirements.",
                t -> t.putObject("counterparty_requirements")
                        .put("max_incident_sla_hours", 24)
                        .putArray("jurisdictions")
                        .add("DE")
                        .add("US-CA"));
        commit(
                "certification-utf16",
                "A name beyond ASCII.",
                t -> t.putObject("counterparty_requirements")
                        .putArray("certifications")
                        .add("G\u00fcte \ud83d\ude00"));
        commit(
                "vehicles",
                "The terms that vehicles/1 adds.",
                t -> t.put("deposit_pct", 10)
                        .put("inspection_before_deposit", true)
                        .put("required_observation", "test_drive"));
        commit("long-salt", "A salt of more than 128 bits.", _ -> {}, Texts.salt("a") + Texts.salt("b"));
        differs("other-salt", "Another salt.", Texts.salt("other"), _ -> {});
        differs("other-floor", "A floor one cent lower.", null, t -> amount(t, 79999));
        differs(
                "other-currency",
                "Another currency.",
                null,
                t -> t.putObject("floor").put("amount", 80000).put("currency", "USD"));
        differs(
                "other-order",
                "A list in another order is another list.",
                null,
                t -> t.putArray("fulfillment_options").add("pickup").add("shipping"));
        differs(
                "missing-default",
                "Without the default of release_condition.",
                null,
                t -> t.remove("release_condition"));
        differs("more", "One term more.", null, t -> t.put("deposit_pct", 10));
        written("upper-case", "Hexadecimal in capitals.", commitment(base()).toUpperCase(Locale.ROOT));
        written("bare", "Without sha-256.", commitment(base()).substring("sha-256:".length()));
        written("terms-alone", "The hash of the terms without the salt.", Texts.hash(base()));
        written("salt-inside", "The salt as one of the terms.", Texts.hash(base().put("salt", salt())));
        written("null", "The hash of nothing.", "sha-256:" + "0".repeat(64));
        return terms;
    }

    VectorFile listings() {
        String commitment = commitment(base());
        ObjectNode listing = listing().put("terms_commitment", commitment);
        hash("listing", "LST-7: the public listing.", listing, true, Texts.hash(listing));
        ObjectNode unborn = listing.deepCopy();
        unborn.remove("listing_id");
        hash("not-created", "LST-7: not created yet, without listing_id.", unborn, true, Texts.hash(unborn));
        ObjectNode title = listing.deepCopy().put("title", "St\u00fchle \"\ud83d\ude00\" \\ <b>");
        hash("title", "A title with all sorts of characters.", title, true, Texts.hash(title));
        hash("other-title", "The hash of another title.", listing, false, Texts.hash(title));
        hash("with-id", "The hash with an id, of one that has none.", unborn, false, Texts.hash(listing));
        ObjectNode price = listing.deepCopy();
        price.putObject("list_price").put("amount", 99999).put("currency", "EUR");
        hash("other-price", "The hash of another price.", listing, false, Texts.hash(price));
        ObjectNode state = listing.deepCopy().put("state", "open");
        hash("more", "The hash with a member more.", listing, false, Texts.hash(state));
        ObjectNode committed = listing.deepCopy().put("terms_commitment", "sha-256:" + "0".repeat(64));
        hash("other-commitment", "The hash with another commitment.", listing, false, Texts.hash(committed));
        return listings;
    }

    private void commit(String name, String comment, Consumer<ObjectNode> change) {
        commit(name, comment, change, salt());
    }

    private void commit(String name, String comment, Consumer<ObjectNode> change, String salt) {
        ObjectNode value = base();
        change.accept(value);
        ObjectNode opening = opening(salt, value);
        write(terms.valid(name, "LST-4", comment), salt, value, Texts.hash(opening))
                .put("canonical", CanonicalJson.text(opening))
                .put("digest", Texts.hash(opening));
    }

    /** The commitment to something else than is opened. */
    private void differs(String name, String comment, @Nullable String salt, Consumer<ObjectNode> change) {
        ObjectNode value = base();
        change.accept(value);
        String opened = salt == null ? salt() : salt;
        write(terms.invalid(name, "LST-4", comment), opened, value, commitment(base()))
                .put("fault", "mismatch")
                .put("digest", Texts.hash(opening(opened, value)));
    }

    private void written(String name, String comment, String text) {
        write(terms.invalid(name, "LST-4", comment), salt(), base(), text)
                .put("fault", "mismatch")
                .put("digest", commitment(base()));
    }

    private static ObjectNode write(ObjectNode made, String salt, JsonNode value, String commitment) {
        made.put("salt", salt).set("terms", value);
        return made.put("terms_commitment", commitment).putObject("expected");
    }

    private void hash(String name, String comment, ObjectNode listing, boolean valid, String hash) {
        ObjectNode made = valid ? listings.valid(name, "LST-7", comment) : listings.invalid(name, "LST-7", comment);
        made.set("listing", listing);
        ObjectNode expected = made.put("listing_hash", hash).putObject("expected");
        if (valid) {
            expected.put("canonical", CanonicalJson.text(listing));
        } else {
            expected.put("fault", "mismatch");
        }
        expected.put("digest", Texts.hash(listing));
    }

    private static void amount(ObjectNode terms, long amount) {
        terms.putObject("floor").put("amount", amount).put("currency", "EUR");
    }

    private static String commitment(ObjectNode terms) {
        return Texts.hash(opening(salt(), terms));
    }

    private static ObjectNode opening(String salt, JsonNode terms) {
        ObjectNode opening = JsonNodeFactory.instance.objectNode().put("salt", salt);
        opening.set("terms", terms);
        return opening;
    }

    private static String salt() {
        return Texts.salt("terms");
    }

    private static ObjectNode base() {
        return Texts.object(TERMS);
    }

    private static ObjectNode listing() {
        return Texts.object(LISTING);
    }
}
