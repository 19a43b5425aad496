package dev.rctp.gateway.http.hosted;

import dev.rctp.approval.page.RenderedPage;
import dev.rctp.approval.page.Visitor;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.limits.PageLimits;
import dev.rctp.msgsig.HttpFields;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What both doors for browsers answer with: pages, or JSON that nobody stores. */
final class Answers {

    private Answers() {}

    static Reply invalid(String cause, String sentence) {
        return json(422, error("approval_invalid", sentence, cause));
    }

    static Reply unavailable() {
        return waiting(json(503, error("enforcement_unavailable", "The gateway can't answer now.", "unavailable")));
    }

    /** Too much was called in too short a time (APR-8). */
    static Reply limited() {
        return waiting(json(
                429, error("enforcement_unavailable", "Too many calls in too short a time; wait a little.", "limit")));
    }

    /** The same as a page. */
    static Reply limited(RenderedPage page) {
        return waiting(page(new RenderedPage(429, page.fields(), page.body())));
    }

    private static Reply waiting(Reply reply) {
        HttpFields fields = reply.fields().toBuilder()
                .add("retry-after", Integer.toString(PageLimits.WAIT_SECONDS))
                .build();
        return new Reply(reply.status(), fields, reply.body());
    }

    /** A page of a site that isn't known calls, which its visitor need not know of. */
    static Reply foreign() {
        return json(403, error("action_forbidden", "Pages of other sites can't call this.", "origin"));
    }

    /** The body is not said to be JSON (RFC 9110 15.5.16). */
    static Reply notJson() {
        return json(415, error("request_invalid", "The body must be sent as application/json.", "content_type"));
    }

    /** The method is none that this place has (RFC 9110 15.5.6). */
    static Reply notAllowed(String allowed) {
        return new Reply(405, HttpFields.of("allow", allowed, "cache-control", "no-store"), new byte[0]);
    }

    private static ObjectNode error(String code, String sentence, String cause) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", code).put("content", sentence);
        error.putObject("detail").put("cause", cause);
        return error;
    }

    static Reply json(int status, ObjectNode body) {
        return new Reply(
                status,
                HttpFields.of(
                        "content-type",
                        "application/json",
                        "cache-control",
                        "no-store",
                        "referrer-policy",
                        "no-referrer",
                        "x-content-type-options",
                        "nosniff"),
                body.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Reply page(RenderedPage page) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        page.fields().forEach(fields::add);
        return new Reply(page.status(), fields.build(), page.body());
    }

    /** The page's script comes from where the page is asked for, which is one of the configured authorities (SIG-5). */
    static Visitor visitor(InboundRequest request) {
        String origin = request.message().scheme() + "://" + request.message().authority();
        return new Visitor(origin, field(request, "accept-language"));
    }

    /** A browser that opens a page asks for HTML; who asks for JSON names it. */
    static boolean prefersJson(InboundRequest request) {
        String accept = field(request, "accept");
        return accept != null && accept.contains("application/json") && !accept.contains("text/html");
    }

    static @Nullable String field(InboundRequest request, String name) {
        return request.message().fields().combined(name).orElse(null);
    }
}
