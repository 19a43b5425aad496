package dev.rctp.gateway.http.hosted;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.limits.SenderMarks;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Who may call the hosted places: any client, but in a browser no page of a site that isn't known (APR-8). */
public final class Callers {

    private static final Pattern JSON =
            Pattern.compile("application/json(?:[ \\t]*;[ \\t]*charset=\"?utf-8\"?)?", Pattern.CASE_INSENSITIVE);

    private final Set<String> origins;
    private final SenderMarks marks;

    /**
     * Knows these.
     *
     * @param origins the origins whose pages may call, exact
     */
    public Callers(Set<String> origins, SenderMarks marks) {
        this.origins = Set.copyOf(origins);
        this.marks = marks;
    }

    /** A mark of who sends this about that. */
    String mark(InboundRequest request, String about) {
        return marks.of(about, request.remote());
    }

    /** Why a post isn't heard; empty for one that may be. A browser asks before it sends JSON for another site (CORS preflight). */
    Optional<Reply> refusePost(InboundRequest request) {
        if (isForeign(request)) {
            return Optional.of(Answers.foreign());
        }
        String type = Answers.field(request, "content-type");
        return type != null && JSON.matcher(type.strip()).matches() ? Optional.empty() : Optional.of(Answers.notJson());
    }

    /** Whether another site's page looks, other than by sending its visitor here. */
    boolean looksFromElsewhere(InboundRequest request) {
        return isForeign(request) && !"navigate".equals(Answers.field(request, "sec-fetch-mode"));
    }

    /** Without an Origin it is no browser's post, or a look; then Sec-Fetch-Site says where a browser was. */
    private boolean isForeign(InboundRequest request) {
        String origin = Answers.field(request, "origin");
        return origin == null
                ? "cross-site".equals(Answers.field(request, "sec-fetch-site"))
                : !origins.contains(origin);
    }
}
