package dev.rctp.conformance.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An answer to a signed request that is good until it is changed (RSP-1). */
final class ResponseDraft {

    private final Fields fields = new Fields();
    private final RequestDraft request;
    private final Signing signing;
    private int status;
    private String body;

    ResponseDraft(TestKey gateway, RequestDraft request, int status, String decision, String body) {
        this.request = request;
        this.status = status;
        this.body = body;
        List<String> components = new ArrayList<>(List.of("\"@status\""));
        if (!body.isEmpty()) {
            components.addAll(List.of("\"content-digest\"", "\"content-type\""));
            fields.add("Content-Type", "application/json").add("Content-Digest", RequestDraft.digest(body));
        }
        if (!decision.isEmpty()) {
            components.add("\"rctp-decision\"");
            fields.add("RCTP-Decision", decision);
        }
        components.addAll(List.of("\"@method\";req", "\"@authority\";req", "\"@path\";req"));
        if (request.hasQuery()) {
            components.add("\"@query\";req");
        }
        if (request.fields().has("Signature")) {
            components.add("\"signature\";key=\"sig1\";req");
        }
        this.signing = new Signing(gateway, components);
    }

    /** With the receipt, which the signature covers (DEC-6). */
    ResponseDraft receipt(String value) {
        fields.add("RCTP-Record", value);
        signing.cover("\"rctp-record\"");
        return this;
    }

    Fields fields() {
        return fields;
    }

    Signing signing() {
        return signing;
    }

    RequestDraft request() {
        return request;
    }

    ResponseDraft status(int other) {
        status = other;
        return this;
    }

    ResponseDraft body(String other) {
        body = other;
        return this;
    }

    ResponseDraft sign(Consumer<ResponseDraft> afterwards) {
        String signature = signing.signature(base());
        fields.add("Signature-Input", signing.signatureInput()).add("Signature", signature);
        afterwards.accept(this);
        return this;
    }

    String base() {
        return signing.base(this::value);
    }

    private String value(String component) {
        if (component.equals("\"@status\"")) {
            return Integer.toString(status);
        }
        if (component.equals("\"signature\";key=\"sig1\";req")) {
            return request.fields().value("Signature").substring("sig1=".length());
        }
        if (component.endsWith(";req")) {
            return request.value(component.substring(0, component.length() - ";req".length()));
        }
        return fields.value(component.replace("\"", ""));
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("status", status);
        fields.writeTo(json.putArray("headers"));
        return json.put("body", body);
    }
}
