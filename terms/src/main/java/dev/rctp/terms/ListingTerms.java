package dev.rctp.terms;

import dev.rctp.registries.Money;
import dev.rctp.registries.Term;
import dev.rctp.registries.TermSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** All terms of a listing, checked and with defaults filled (LST-2); private, so its text shows nothing. */
public final class ListingTerms implements CheckedTerms {

    private final TermSet set;
    private final ObjectNode all;

    private ListingTerms(TermSet set, ObjectNode all) {
        this.set = set;
        this.all = all;
    }

    /** Checks submitted terms against the set and the listing's price; every fault is told, not only the first. */
    public static CheckedTerms check(TermSet set, Money listPrice, JsonNode submitted) {
        return check(set, listPrice, submitted, Instant.MIN);
    }

    /** The same, and its times have to be after that one. */
    static CheckedTerms check(TermSet set, Money listPrice, JsonNode submitted, Instant now) {
        if (!submitted.isObject()) {
            return new TermsInvalid(List.of(new TermFault("terms", "must be an object")));
        }
        List<TermFault> faults = new ArrayList<>();
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        for (Term term : set.terms()) {
            JsonNode value = valueOrDefault(term, submitted);
            String fault = value == null ? missing(term) : TermValue.fault(term.type(), value, listPrice, now);
            if (fault != null) {
                faults.add(new TermFault(term.name(), fault));
            } else if (value != null) {
                all.set(term.name(), value.deepCopy());
            }
        }
        submitted.propertyNames().stream()
                .filter(name -> set.term(name).isEmpty())
                .forEach(name -> faults.add(new TermFault(name, "is not a term of this set")));
        return faults.isEmpty() ? new ListingTerms(set, all) : new TermsInvalid(faults);
    }

    private static @Nullable JsonNode valueOrDefault(Term term, JsonNode submitted) {
        JsonNode value = submitted.get(term.name());
        return value == null ? term.defaultValue() : value;
    }

    private static @Nullable String missing(Term term) {
        return term.required() ? "is required" : null;
    }

    /** The terms that listing data shows (LST-2). */
    public ObjectNode publicTerms() {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        set.publicTerms().forEach(term -> {
            JsonNode value = all.get(term.name());
            if (value != null) {
                shown.set(term.name(), value.deepCopy());
            }
        });
        return shown;
    }

    ObjectNode all() {
        return all;
    }

    @Override
    public String toString() {
        return "ListingTerms[" + set.id() + " ***]";
    }
}
