package dev.rctp.gateway.http.rest;

import dev.rctp.registries.Reason;
import dev.rctp.registries.ReasonCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answers of an operation in an OpenAPI document: its success, and its refusals by status, each with its reasons. */
final class ApiAnswers {

    private static final String ERROR = "error.schema.json";
    private static final String MARKETPLACE = "#/components/schemas/marketplace-answer";
    private static final String SHARED = "#/components/responses/";
    private static final String ASKED = "202-asked";
    private static final int UNKNOWN = 401;
    private static final int LIMIT = 429;
    private static final List<String> SIGNED = List.of("Request-Id", "Content-Digest", "Signature-Input", "Signature");

    private final Map<Reason, ReasonCode> reasons;
    private final ObjectNode shared;

    /** Tells of reasons in the registry's words; puts answers that several operations have into {@code shared}, a document's components. */
    ApiAnswers(Map<Reason, ReasonCode> reasons, ObjectNode shared) {
        this.reasons = reasons;
        this.shared = shared;
    }

    void ofCall(ObjectNode operation, JsonNode text, boolean seller, boolean forwarded, boolean asks) {
        Set<Reason> refused = ofAll(text);
        refused.add(Reason.REQUEST_INVALID);
        refused.add(Reason.IDEMPOTENCY_CONFLICT);
        if (seller) {
            refused.addAll(EnumSet.of(Reason.GRANT_REVOKED, Reason.GRANT_EXPIRED, Reason.ACTION_FORBIDDEN));
        }
        ObjectNode answers = operation.putObject("responses");
        if (forwarded) {
            ObjectNode success = answer(
                    answers,
                    text.path("status").asString(),
                    "Done, with the marketplace's answer.",
                    headers(false, true));
            content(success).set("schema", text.path("schema")).set("example", text.path("response"));
            if (text.has("passed")) {
                content(answer(answers, "2XX", text.path("passed").stringValue(), headers(false, true)))
                        .putObject("schema")
                        .put("$ref", MARKETPLACE);
            }
        }
        if (!forwarded && text.has("schema")) {
            recorded(answers, text);
        }
        if (forwarded && asks) {
            asked(answers);
        }
        refusals(answers, refused, forwarded);
        other(answers, forwarded);
    }

    /** What is recorded is answered by its entry, new or not (EVT-1, EVT-5). */
    private static void recorded(ObjectNode answers, JsonNode text) {
        for (String status : List.of(text.path("status").asString(), "200")) {
            String when = status.equals("200") ? text.path("repeated").stringValue() : "Recorded: the entry.";
            content(answer(answers, status, when, headers(false, true)))
                    .set("schema", text.path("schema"))
                    .set("example", text.path("response"));
        }
    }

    /** Tier ask (APR-1): the call is held, and what becomes of it is read at {@code GET /approvals/{id}}. */
    private void asked(ObjectNode answers) {
        answers.putObject("202").put("$ref", SHARED + ASKED);
        if (!shared.has(ASKED)) {
            content(answer(shared, ASKED, "Held: the seller is asked, and silence is no.", headers(false, true)))
                    .putObject("schema")
                    .put("$ref", "approval-request.schema.json");
        }
    }

    /** Of what a seller's page calls; unsigned, and about no agent. */
    void ofPage(ObjectNode operation, JsonNode text) {
        ObjectNode answers = operation.putObject("responses");
        content(answer(answers, text.path("status").asString(), "Done.", List.of()))
                .set("schema", text.path("schema"));
        boolean post = text.path("method").stringValue().equals("POST");
        if (post || !text.path("path").stringValue().equals("/enroll")) { // anyone may send a visitor there
            refusedPage(answers, 403, "From a page of another site.", Reason.ACTION_FORBIDDEN);
        }
        if (post) {
            refusedPage(answers, 415, "Not sent as application/json.", Reason.REQUEST_INVALID);
        }
        refusedPage(
                answers, 422, "Not acceptable; detail.cause says why.", Reason.APPROVAL_INVALID, Reason.TERMS_INVALID);
        refusedPage(
                answers,
                LIMIT,
                "Too much in too short a time (detail.cause is limit).",
                Reason.ENFORCEMENT_UNAVAILABLE);
        refusedPage(answers, 503, "Not now.", Reason.ENFORCEMENT_UNAVAILABLE);
    }

    private void refusedPage(ObjectNode answers, int status, String when, Reason... given) {
        String name = status + "-page";
        answers.putObject(Integer.toString(status)).put("$ref", SHARED + name);
        if (!shared.has(name)) {
            ObjectNode schema = content(answer(
                            shared, name, when, status == LIMIT || status == 503 ? List.of("Retry-After") : List.of()))
                    .putObject("schema");
            schema.put("type", "object");
            ObjectNode members = schema.putObject("properties");
            ArrayNode codes = members.putObject("code").putArray("enum");
            List.of(given).forEach(reason -> codes.add(reason.code()));
            members.putObject("content").put("type", "string");
            members.putObject("detail").put("type", "object");
            schema.putArray("required").add("code").add("content").add("detail");
            schema.put("additionalProperties", false);
        }
    }

    private void other(ObjectNode answers, boolean forwarded) {
        String name = forwarded ? "4XX-or-veto" : "4XX";
        answers.putObject("4XX").put("$ref", SHARED + name);
        if (!shared.has(name)) {
            String http = "What is wrong with the request as HTTP (408, 413, 431).";
            ObjectNode answer = answer(
                    shared,
                    name,
                    forwarded ? http + " Or what the marketplace refused, with its status." : http,
                    headers(false, true));
            schema(content(answer), EnumSet.allOf(Reason.class), forwarded);
        }
    }

    void ofRead(ObjectNode operation, JsonNode text, boolean seller) {
        Set<Reason> refused = ofAll(text);
        if (seller) {
            refused.addAll(EnumSet.of(Reason.GRANT_REVOKED, Reason.GRANT_EXPIRED));
        }
        ObjectNode answers = operation.putObject("responses");
        if (text.has("schema")) {
            ObjectNode found = answer(answers, "200", "What was asked for.", SIGNED);
            content(found).set("schema", text.path("schema")).set("example", text.path("response"));
        }
        refusals(answers, refused, false);
    }

    void ofDocument(ObjectNode operation, JsonNode text) {
        ObjectNode answers = operation.putObject("responses");
        answer(answers, "200", "The document.", List.of("ETag", "Cache-Control"))
                .putObject("content")
                .putObject(text.path("media").asString("application/json"))
                .set("schema", text.path("schema"));
        answer(answers, "304", "It is as If-None-Match names it.", List.of("ETag", "Cache-Control"));
    }

    private static Set<Reason> ofAll(JsonNode text) {
        Set<Reason> refused = EnumSet.of(
                Reason.SIGNATURE_INVALID,
                Reason.OPERATOR_UNKNOWN,
                Reason.GRANT_INVALID,
                Reason.ENFORCEMENT_UNAVAILABLE);
        text.path("reasons")
                .forEach(code -> refused.add(Reason.ofCode(code.stringValue()).orElseThrow()));
        return refused;
    }

    /** One answer for each status; a limit is the second status of what can't be decided. */
    private void refusals(ObjectNode answers, Set<Reason> refused, boolean forwarded) {
        Map<Integer, Set<Reason>> byStatus = new TreeMap<>();
        for (Reason reason : refused) {
            byStatus.computeIfAbsent(reason.status(), _ -> EnumSet.noneOf(Reason.class))
                    .add(reason);
        }
        byStatus.computeIfAbsent(LIMIT, _ -> EnumSet.noneOf(Reason.class)).add(Reason.ENFORCEMENT_UNAVAILABLE);
        byStatus.forEach((status, given) -> {
            boolean orVeto = forwarded && status < 500 && status != UNKNOWN && status != LIMIT;
            String codes = given.stream().map(Reason::code).collect(Collectors.joining("-"));
            String name = status + "-" + codes + (orVeto ? "-or-veto" : "");
            answers.putObject(status.toString()).put("$ref", SHARED + name);
            if (!shared.has(name)) {
                schema(content(answer(shared, name, when(status, given), headers(true, true))), given, orVeto);
            }
        });
    }

    private String when(int status, Set<Reason> given) {
        return given.stream()
                .map(reason -> "`" + reason.code() + "`: "
                        + (status == LIMIT && reason == Reason.ENFORCEMENT_UNAVAILABLE
                                ? "a limit was reached (detail.cause is limit)."
                                : Objects.requireNonNull(reasons.get(reason)).when()))
                .collect(Collectors.joining("\n\n"));
    }

    private static void schema(ObjectNode json, Set<Reason> given, boolean orVeto) {
        ObjectNode schema = json.putObject("schema");
        ObjectNode refusal = orVeto ? schema.putArray("oneOf").addObject() : schema;
        refusal.put("$ref", ERROR);
        ArrayNode codes = refusal.putObject("properties").putObject("code").putArray("enum");
        given.stream().sorted().map(Reason::code).forEach(codes::add);
        if (orVeto) {
            ((ArrayNode) schema.path("oneOf")).addObject().put("$ref", MARKETPLACE);
        }
    }

    private static List<String> headers(boolean refused, boolean chained) {
        List<String> headers = new ArrayList<>(List.of("RCTP-Decision"));
        if (chained) {
            headers.addAll(List.of("RCTP-Record", "Idempotency-Replayed"));
        }
        if (refused) {
            headers.addAll(List.of("Retry-After", "WWW-Authenticate"));
        }
        headers.addAll(SIGNED);
        return headers;
    }

    private static ObjectNode answer(ObjectNode answers, String status, String description, List<String> headers) {
        ObjectNode answer = answers.putObject(status).put("description", description);
        ObjectNode fields = answer.putObject("headers");
        headers.forEach(name -> fields.putObject(name).put("$ref", "#/components/headers/" + name));
        return answer;
    }

    private static ObjectNode content(ObjectNode answer) {
        return answer.putObject("content").putObject("application/json");
    }
}
