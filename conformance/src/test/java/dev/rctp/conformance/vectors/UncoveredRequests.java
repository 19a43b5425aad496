package dev.rctp.conformance.vectors;

import java.util.List;

/** Requests whose good signature leaves out what it must cover (B1). */
final class UncoveredRequests {

    private static final String CAUSE = "coverage_insufficient";

    private final RequestVectors vectors;
    private final Cast cast;

    UncoveredRequests(RequestVectors vectors, Cast cast) {
        this.vectors = vectors;
        this.cast = cast;
    }

    void make() {
        RequestDraft nothing = offer();
        nothing.signing().only();
        vectors.refused("cover-nothing", "SIG-2", "B1: an empty list, correctly signed.", CAUSE, nothing);
        for (String component : List.of(
                "@method", "@authority", "@path", "content-digest", "content-type", "idempotency-key", "ucp-agent")) {
            RequestDraft draft = offer();
            draft.signing().uncover("\"" + component + "\"");
            String comment = "Without " + component + ".";
            vectors.refused("uncovered-" + component.replace("@", ""), "SIG-2", comment, CAUSE, draft);
        }
        RequestDraft query = read("/offers?limit=5");
        query.signing().uncover("\"@query\"");
        vectors.refused("uncovered-query", "SIG-2", "A query that is not covered.", CAUSE, query);
        RequestDraft emptyQuery = read("/offers?");
        emptyQuery.signing().uncover("\"@query\"");
        vectors.refused("uncovered-query-empty", "SIG-2", "An empty query that is not covered.", CAUSE, emptyQuery);
        RequestDraft parameter = read("/offers?limit=5");
        parameter.signing().uncover("\"@query\"").cover("\"@query-param\";name=\"limit\"");
        parameter.value("\"@query-param\";name=\"limit\"", "5");
        vectors.refused("query-param-alone", "SIG-2", "A parameter is not the query.", CAUSE, parameter);
        RequestDraft uri = read("/offers?limit=5");
        uri.signing().uncover("\"@authority\"", "\"@path\"", "\"@query\"").cover("\"@target-uri\"");
        vectors.refused("target-uri-alone", "SIG-2", "@target-uri does not stand for its parts.", CAUSE, uri);
        RequestDraft part = offer();
        part.signing().uncover("\"content-digest\"").cover("\"content-digest\";key=\"sha-256\"");
        String digest = part.fields().value("Content-Digest");
        part.value("\"content-digest\";key=\"sha-256\"", digest.substring("sha-256=".length()));
        vectors.refused("digest-member-alone", "SIG-2", "A member is not the field.", CAUSE, part);
        RequestDraft agent = read("/offers");
        agent.fields().add("Signature-Agent", "\"https://buyers.example\"");
        vectors.refused("uncovered-signature-agent", "SIG-2", "Signature-Agent, not covered.", CAUSE, agent);
        vectors.refused(
                "added-signature-agent",
                "SIG-2",
                "Signature-Agent, added later.",
                CAUSE,
                read("/offers"),
                r -> r.fields().add("Signature-Agent", "\"https://buyers.example\""));
        vectors.refused(
                "added-body", "SIG-2", "A body, added later to a read.", CAUSE, read("/offers"), r -> r.body("{}"));
        vectors.refused(
                "added-query",
                "SIG-2",
                "A query, added later.",
                CAUSE,
                offer(),
                r -> r.target("/listings/lst-1/offers?x=1"));
        RequestDraft token = RequestDraft.accept(cast.seller());
        token.signing().uncover("\"authorization\"");
        vectors.other(
                "uncovered-authorization", "SIG-2", "A token that is not covered.", "grant_invalid", token, _ -> {});
        vectors.other(
                "added-authorization",
                "SIG-2",
                "A token, added later.",
                "grant_invalid",
                offer(),
                r -> r.fields().add("Authorization", "Bearer tok_vectors"));
    }

    private RequestDraft offer() {
        return RequestDraft.offer(cast.buyer());
    }

    private RequestDraft read(String target) {
        return RequestDraft.read(cast.buyer(), target);
    }
}
