package dev.rctp.conformance.vectors;

import dev.rctp.registries.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request that is good until it is changed, before or after it is signed. */
final class RequestDraft {

    private final Fields fields = new Fields();
    private final Map<String, String> values = new HashMap<>();
    private final Signing signing;
    private String method;
    private String target;
    private @Nullable String body;

    private RequestDraft(TestKey signer, String method, String target, @Nullable String body, List<String> components) {
        this.method = method;
        this.target = target;
        this.body = body;
        this.signing = new Signing(signer, components);
    }

    /** A buyer's first offer (OFF-1). */
    static RequestDraft offer(TestKey agent) {
        String body = "{\"deal_terms\":" + Cast.DEAL_TERMS.replace('\'', '"') + "}";
        return call(agent, Cast.BUYER_OPERATOR, "/listings/" + Cast.LISTING + "/offers", body);
    }

    /** A seller's agent that accepts, with its grant's token (GRA-1). */
    static RequestDraft accept(TestKey agent) {
        RequestDraft draft = call(agent, Cast.SELLER_OPERATOR, "/offers/" + Cast.OFFER + "/accept", "{}");
        draft.fields.add("Authorization", "Bearer tok_vectors");
        draft.signing.cover("\"authorization\"");
        return draft;
    }

    /** A read without a body. */
    static RequestDraft read(TestKey agent, String target) {
        List<String> components = new ArrayList<>(List.of("\"@method\"", "\"@authority\"", "\"@path\""));
        if (target.contains("?")) {
            components.add("\"@query\"");
        }
        components.add("\"ucp-agent\"");
        RequestDraft draft = new RequestDraft(agent, "GET", target, null, components);
        draft.fields.add("Host", Cast.AUTHORITY).add("UCP-Agent", "profile=\"" + Cast.BUYER_OPERATOR + "\"");
        return draft;
    }

    private static RequestDraft call(TestKey agent, String profile, String target, String body) {
        List<String> components = List.of(
                "\"@method\"",
                "\"@authority\"",
                "\"@path\"",
                "\"content-digest\"",
                "\"content-type\"",
                "\"idempotency-key\"",
                "\"ucp-agent\"");
        RequestDraft draft = new RequestDraft(agent, "POST", target, body, components);
        draft.fields
                .add("Host", Cast.AUTHORITY)
                .add("UCP-Agent", "profile=\"" + profile + "\"")
                .add("Idempotency-Key", "vectors-0123456789abcdef")
                .add("Content-Type", "application/json")
                .add("Content-Digest", digest(body));
        return draft;
    }

    static String digest(String body) {
        return "sha-256=:" + Texts.base64(Sha256.bytes(Texts.utf8(body))) + ":";
    }

    Fields fields() {
        return fields;
    }

    Signing signing() {
        return signing;
    }

    RequestDraft method(String other) {
        method = other;
        return this;
    }

    RequestDraft target(String other) {
        target = other;
        return this;
    }

    /** Another body, with the digest there was. */
    RequestDraft body(@Nullable String other) {
        body = other;
        return this;
    }

    /** Another body, with its digest. */
    RequestDraft digested(String other) {
        fields.set("Content-Digest", digest(other));
        return body(other);
    }

    /** The value that a component has which this class can't tell. */
    RequestDraft value(String component, String value) {
        values.put(component, value);
        return this;
    }

    /** Adds the two fields, and then changes what was signed. */
    RequestDraft sign(Consumer<RequestDraft> afterwards) {
        String signature = signing.signature(base());
        fields.add("Signature-Input", signing.signatureInput()).add("Signature", signature);
        afterwards.accept(this);
        return this;
    }

    /** The signature base of the request as it is now. */
    String base() {
        return signing.base(this::value);
    }

    /** What a component of the request stands for. */
    String value(String component) {
        String known = values.get(component);
        if (known != null) {
            return known;
        }
        String name = component.substring(1, component.indexOf('"', 1));
        int question = target.indexOf('?');
        return switch (name) {
            case "@method" -> method;
            case "@authority" -> authority();
            case "@path" -> question < 0 ? target : target.substring(0, question);
            case "@query" -> question < 0 ? "?" : target.substring(question);
            case "@request-target" -> target;
            case "@target-uri" -> "https://" + authority() + target;
            case "@scheme" -> "https";
            default -> fields.value(name);
        };
    }

    private String authority() {
        String host = fields.value("Host").toLowerCase(Locale.ROOT);
        return host.endsWith(":443") ? host.substring(0, host.length() - 4) : host;
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("method", method).put("target", target);
        fields.writeTo(json.putArray("headers"));
        json.put("body", Objects.requireNonNullElse(body, ""));
        return json;
    }

    boolean hasQuery() {
        return target.contains("?");
    }
}
