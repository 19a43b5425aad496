package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The pages for people and what they call: {@code /approve/…} and {@code /enroll} (APR-5, APR-8, APR-9). */
final class Hosted {

    private static final Pattern PLACE = Pattern.compile("/approve/([A-Za-z0-9_]+)(/terms|/response)?");

    private final Parts parts;
    private final Pages pages;
    private final Hearing hearing;
    private final Enrolment enrolment;
    private final PageText text;
    private final PostRate rate;

    Hosted(Parts parts, Pages pages, Hearing hearing, Enrolment enrolment) {
        this.parts = parts;
        this.pages = pages;
        this.hearing = hearing;
        this.enrolment = enrolment;
        this.text = new PageText(parts.config().texts("/approvals/embedding_origins"), parts.faults());
        this.rate = new PostRate(parts.clock());
    }

    /** The answer to a call of a page; empty for any other path. */
    Optional<Response> answer(Request request) {
        Matcher place = PLACE.matcher(request.path());
        if (request.path().equals("/enroll")) {
            return Optional.of(closed(enrol(request)));
        }
        if (!place.matches()) {
            return Optional.empty();
        }
        String id = place.group(1);
        String post = place.group(2);
        if (post == null) {
            return Optional.of(closed(look(request, id)));
        }
        return Optional.of(closed(post(request, id, body -> answer(id, post, body))));
    }

    private ObjectNode answer(String id, String post, ObjectNode body) {
        return post.equals("/terms") ? parts.state().locked(() -> pages.submit(id, body)) : hearing.respond(id, body);
    }

    private Response look(Request request, String id) {
        if (!request.method().equals("GET")) {
            return Response.empty(405).with("Allow", "GET");
        }
        try {
            ObjectNode page = parts.state().locked(() -> pages.look(id));
            return request.wantsJson() ? Response.json(200, page) : text.approval(page);
        } catch (Hearing.Unheard unknown) {
            return error(422, "approval_invalid", unknown.cause());
        }
    }

    private Response enrol(Request request) {
        if (request.method().equals("POST")) {
            return post(request, "enroll", body -> {
                enrolment.enrol(body);
                return Json.object();
            });
        }
        if (!request.method().equals("GET")) {
            return Response.empty(405).with("Allow", "GET, POST");
        }
        try {
            ObjectNode options = enrolment.options(request.query().orElse(""));
            return request.wantsJson() ? Response.json(200, options) : text.enrolment();
        } catch (Hearing.Unheard bad) {
            return error(422, "approval_invalid", bad.cause());
        }
    }

    private Response post(Request request, String bucket, Function<ObjectNode, ObjectNode> work) {
        if (!request.method().equals("POST")) {
            return Response.empty(405).with("Allow", "POST");
        }
        if (!request.headers().joined("Content-Type").orElse("").startsWith("application/json")) {
            return error(415, "request_invalid", "content_type");
        }
        if (!bucket.equals("enroll") && !rate.admits(bucket) && !parts.broken(Fault.POSTS_WITHOUT_LIMIT)) {
            return error(429, "enforcement_unavailable", "limit").with("Retry-After", "2");
        }
        try {
            ObjectNode answer = work.apply(object(request.body()));
            return bucket.equals("enroll") ? Response.json(201, answer) : Response.json(200, answer);
        } catch (InvalidJsonException e) {
            return error(422, "approval_invalid", "request_malformed");
        } catch (Pages.BadTerms bad) {
            ObjectNode error = Json.object()
                    .put("code", "terms_invalid")
                    .put("content", "Some of the terms can't be taken as they are.");
            ObjectNode detail = Json.object();
            detail.set("fields", bad.fields());
            error.set("detail", detail);
            return Response.json(422, error);
        } catch (Hearing.Unheard unheard) {
            return error(422, "approval_invalid", unheard.cause());
        }
    }

    private ObjectNode object(byte[] body) throws InvalidJsonException {
        return parts.broken(Fault.PAGE_TAKES_ANY_DEPTH)
                ? JsonMapper.shared().readValue(body, ObjectNode.class)
                : StrictJson.parseObject(body);
    }

    private static Response error(int status, String code, String cause) {
        ObjectNode error = Json.object().put("code", code).put("content", "This can't be taken: " + cause + ".");
        error.set("detail", Json.object().put("cause", cause));
        return Response.json(status, error);
    }

    private Response closed(Response response) {
        return text.closed(response);
    }
}
