package dev.rctp.registries;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A term set (LST-1): which terms a kind of item has, in the order the seller sees them.
 *
 * @param id its name, such as {@code goods.small/1}
 * @param label what the seller reads
 * @param byDefault whether it is the one of a listing that names none
 * @param terms its terms
 * @param file its registry file
 */
public record TermSet(String id, String label, boolean byDefault, List<Term> terms, JsonNode file) {

    /** Keeps its own copy of the terms. */
    public TermSet {
        terms = List.copyOf(terms);
    }

    /** The term of that name; empty if this set has none. */
    public Optional<Term> term(String name) {
        return terms.stream().filter(term -> term.name().equals(name)).findFirst();
    }

    /** The terms that are shown in listing data under {@code public_terms} (LST-2). */
    public List<Term> publicTerms() {
        return terms.stream().filter(term -> !term.isPrivate()).toList();
    }

    /** As its registry file has it; a fresh copy. */
    public JsonNode json() {
        return file.deepCopy();
    }

    static TermSet of(JsonNode file) {
        return new TermSet(
                file.path("id").stringValue(),
                file.path("label").stringValue(),
                file.path("default").booleanValue(),
                file.path("terms").valueStream().map(Term::of).toList(),
                file);
    }
}
