package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.FieldNames;
import dev.rctp.msgsig.HttpFields;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of a request after the edge: hop-by-hop fields and everything that folds to an {@code rctp-} name taken out
 * (PRX-5, PRX-7).
 */
sealed interface IncomingFields {

    /** What may be shown to others. */
    record Clean(HttpFields fields) implements IncomingFields {}

    /** Fields that are refused, with what is wrong. */
    record Refused(String sentence) implements IncomingFields {}

    /** Cleans the lines in the order they came. */
    static IncomingFields clean(Iterable<Map.Entry<String, String>> lines) {
        Set<String> hopByHop = new HashSet<>(FieldNames.HOP_BY_HOP);
        for (Map.Entry<String, String> line : lines) {
            String fault = fault(line.getKey().toLowerCase(Locale.ROOT), line.getValue(), hopByHop);
            if (fault != null) {
                return new Refused(fault);
            }
        }
        HttpFields.Builder kept = HttpFields.none().toBuilder();
        for (Map.Entry<String, String> line : lines) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!hopByHop.contains(name) && !FieldNames.foldsToOurs(name)) {
                kept.add(name, line.getValue());
            }
        }
        return new Clean(kept.build());
    }

    private static @Nullable String fault(String name, String value, Set<String> hopByHop) {
        String folded = FieldNames.fold(name);
        if (FieldNames.isOverride(folded)) {
            return "a field that overrides method or target";
        }
        if (FieldNames.isMisspelled(name, folded)) {
            return "a field name that a server may take for another";
        }
        return name.equals("connection") ? nameAway(value, hopByHop) : null;
    }

    private static @Nullable String nameAway(String value, Set<String> hopByHop) {
        for (String option : List.of(value.split(",", -1))) {
            String name = option.strip().toLowerCase(Locale.ROOT);
            if (FieldNames.isEndToEnd(FieldNames.fold(name)) || FieldNames.foldsToOurs(name)) {
                return "the connection field names an end-to-end field";
            }
            hopByHop.add(name);
        }
        return null;
    }
}
