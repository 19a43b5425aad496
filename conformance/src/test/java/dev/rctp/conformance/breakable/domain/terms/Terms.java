package dev.rctp.conformance.breakable.domain.terms;

import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.registries.Term;
import dev.rctp.registries.TermSet;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One version of a listing's terms, as its seller approved them (LST-2).
 *
 * @param set the term set they are of
 * @param all every term with its defaults filled in, the floor too
 * @param commitment their {@code terms_commitment} (LST-4)
 */
public record Terms(TermSet set, ObjectNode all, String commitment) {

    /** What anybody may see: {@code public_terms}. */
    public ObjectNode shown() {
        ObjectNode shown = Json.object();
        for (Term term : set.publicTerms()) {
            JsonNode value = all.get(term.name());
            if (value != null) {
                shown.set(term.name(), value);
            }
        }
        return shown;
    }

    /** The least that the seller takes, in minor units. */
    public long floor() {
        return all.path("floor").path("amount").longValue();
    }

    /** The currency of the floor and of each offer. */
    public String currency() {
        return Json.text(all.path("floor"), "currency");
    }

    /** When offers end. */
    public Instant availableUntil() {
        return Instant.parse(Json.text(all, "available_until"));
    }

    /** The named list of options. */
    public List<String> options(String term) {
        return all.path(term).valueStream().map(JsonNode::asString).toList();
    }
}
