package dev.rctp.gateway.http.rest;

import dev.rctp.registries.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The closed table of what the gateway answers itself; what is not in it is the marketplace's or nobody's (PRX-4). */
public final class Routes {

    /** What a request is for. */
    sealed interface Match {

        /** A governed call. */
        record Call(Action action, Map<String, String> ids) implements Match {}

        /** A governed read. */
        record Read(ReadRoute route, Map<String, String> ids) implements Match {}

        /** A public document of the gateway's own. */
        record Document() implements Match {}

        /** A page for sellers, or what it calls. */
        record Hosted() implements Match {}

        /** A place of the gateway's where nothing is. */
        record Nothing() implements Match {}
    }

    /** The governed reads of protocol section 15. */
    enum ReadRoute {
        LISTING_TERMS("/listings/{listing_id}/terms"),
        LISTING_OFFERS("/listings/{listing_id}/offers"),
        OFFER("/offers/{offer_id}"),
        APPROVAL("/approvals/{approval_id}"),
        DEAL("/deals/{deal_id}"),
        DEAL_EVENTS("/deals/{deal_id}/events"),
        RECORD("/records/{type}/{id}"),
        RECORD_PROOF("/records/{type}/{id}/proof");

        private final String template;

        ReadRoute(String template) {
            this.template = template;
        }

        /** Its path, with variables. */
        String template() {
            return template;
        }
    }

    private static final List<String> OWN_PLACES = List.of("/approvals", "/approve", "/enroll", "/records");
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private record Row(String method, PathTemplate template, Action action) {}

    private record UngovernedWrite(String method, PathTemplate template) {}

    private record ReadRow(ReadRoute route, PathTemplate template) {}

    private final List<Row> calls = new ArrayList<>();
    private final List<ReadRow> reads = Arrays.stream(ReadRoute.values())
            .map(route -> new ReadRow(route, new PathTemplate(route.template)))
            .toList();
    private final Set<String> documents;
    private volatile List<UngovernedWrite> writes;

    /**
     * Builds the table.
     *
     * @param actions the actions with the routes that hold here; those without a route are left out
     * @param ungovernedWrites {@code METHOD /path/{x}} of the writes that pass ungoverned
     * @param documents the paths of the gateway's own documents
     */
    public Routes(List<Action> actions, List<String> ungovernedWrites, Set<String> documents) {
        for (Action action : actions) {
            if (action.method() != null && action.path() != null) {
                calls.add(new Row(action.method(), new PathTemplate(action.path()), action));
            }
        }
        this.writes = writes(ungovernedWrites);
        this.documents = Set.copyOf(documents);
    }

    private static List<UngovernedWrite> writes(List<String> ungovernedWrites) {
        return ungovernedWrites.stream()
                .map(write -> write.split(" ", 2))
                .map(parts -> new UngovernedWrite(parts[0], new PathTemplate(parts[1])))
                .toList();
    }

    /** Other writes pass ungoverned from now on. */
    public void reload(List<String> ungovernedWrites) {
        writes = writes(ungovernedWrites);
    }

    /** What the gateway has for this request; empty where it is none of its own. */
    Optional<Match> match(String method, String path) {
        if (documents.contains(path)) {
            return Optional.of(new Match.Document());
        }
        for (Row row : calls) {
            if (row.method().equals(method)) {
                var ids = row.template().match(path);
                if (ids.isPresent()) {
                    return Optional.of(new Match.Call(row.action(), ids.get()));
                }
            }
        }
        return read(method, path);
    }

    private Optional<Match> read(String method, String path) {
        if (method.equals("GET") || method.equals("HEAD")) {
            for (ReadRow row : reads) {
                var ids = row.template().match(path);
                if (ids.isPresent()) {
                    return Optional.of(
                            method.equals("GET") ? new Match.Read(row.route(), ids.get()) : new Match.Nothing());
                }
            }
        }
        if (path.startsWith("/approve/") || path.equals("/enroll")) {
            return Optional.of(new Match.Hosted());
        }
        return ownPlace(path) ? Optional.of(new Match.Nothing()) : Optional.empty();
    }

    /** Whether a request that is not the gateway's own may pass ungoverned (PRX-4). */
    boolean passesUngoverned(String method, String path) {
        if (READS.contains(method)) {
            return true;
        }
        return writes.stream()
                .anyMatch(w ->
                        w.method().equals(method) && w.template().match(path).isPresent());
    }

    private static boolean ownPlace(String path) {
        return OWN_PLACES.stream().anyMatch(place -> path.equals(place) || path.startsWith(place + "/"));
    }
}
