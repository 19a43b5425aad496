package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A listing as all see it (LST-2, LST-7).
 *
 * @param trial the test
 * @param answer the answer to its read
 */
public record Shown(Trial trial, Answer answer) {

    private static final List<String> HASHED =
            List.of("listing_id", "title", "list_price", "term_set", "public_terms", "terms_commitment");

    /** As it is now. */
    public static Shown of(Trial trial, Listing listing) {
        return new Shown(
                trial,
                trial.control(trial.scene().read(trial.scene().buyer(), "/listings/" + listing.id() + "/terms"), 200));
    }

    /** Its public terms; a missing node where it has none. */
    public JsonNode publicTerms() {
        return answer.at("public_terms");
    }

    /** Its commitment; empty where it has none. */
    public String commitment() {
        return answer.at("terms_commitment").asString("");
    }

    /** Its hash, as LST-7 says. */
    public String hash() {
        return hash(trial, answer.json());
    }

    /** The hash of a listing with these members (LST-7). */
    public static String hash(Trial trial, JsonNode listing) {
        ObjectNode hashed = Json.object();
        HASHED.stream().filter(listing::has).forEach(name -> hashed.set(name, listing.path(name)));
        String canonical = trial.said(hashed, "The public listing").canonical();
        return Sha256.text(canonical.getBytes(StandardCharsets.UTF_8));
    }
}
