package dev.rctp.conformance.vectors;

import java.util.function.UnaryOperator;

/** Requests whose signature fields can't be read, or name what is not there. */
final class MisspeltRequests {

    private static final String MISSING = "signature_missing";

    private final RequestVectors vectors;
    private final Cast cast;

    MisspeltRequests(RequestVectors vectors, Cast cast) {
        this.vectors = vectors;
        this.cast = cast;
    }

    void make() {
        vectors.refused(
                "unsigned",
                "SIG-1",
                "No signature at all.",
                MISSING,
                offer(),
                r -> r.fields().remove("Signature").remove("Signature-Input"));
        vectors.refused(
                "signature-field-absent",
                "SIG-1",
                "Signature-Input alone.",
                MISSING,
                offer(),
                r -> r.fields().remove("Signature"));
        vectors.refused(
                "input-field-absent",
                "SIG-1",
                "Signature alone.",
                MISSING,
                offer(),
                r -> r.fields().remove("Signature-Input"));
        RequestDraft label = offer();
        label.signing().label("sig2");
        vectors.refused("label-other", "SIG-1", "Another label than sig1.", MISSING, label);
        RequestDraft capitals = offer();
        capitals.signing().label("Sig1");
        vectors.refused("label-capital", "SIG-1", "Labels have no capitals.", MISSING, capitals);
        parameters();
        inputs();
        signatures();
        components();
        framing();
    }

    private void parameters() {
        with("tag-other", "A tag of another application.", created() + ";tag=\"other\"");
        with("tag-token", "B10: a tag that is a Token.", created() + ";tag=web-bot-auth");
        with("keyid-token", "B10: a keyid that is a Token.", ";created=" + Cast.NOW + ";keyid=k1");
        with("created-text", "created as a String.", ";created=\"" + Cast.NOW + "\"" + keyId());
        with("created-decimal", "B11: created with a fraction.", ";created=" + Cast.NOW + ".5" + keyId());
        with("created-date", "created as a Date.", ";created=@" + Cast.NOW + keyId());
        with("created-digits", "An Integer of 16 digits.", ";created=1790000000000000" + keyId());
        with("alg-token", "alg as a Token.", created() + ";alg=ecdsa-p256-sha256");
        with("nonce-control", "A String with a tab.", created() + ";nonce=\"a\tb\"");
        with("parameter-capital", "A key in capitals.", created() + ";X=1");
    }

    private void with(String name, String comment, String parameters) {
        RequestDraft draft = offer();
        draft.signing().parameters(parameters);
        vectors.refused(name, "SIG-1", comment, MISSING, draft);
    }

    private void inputs() {
        input("label-twice", "B8: sig1 twice in one line.", input -> "sig1=(\"@method\"), " + input);
        input("input-item", "An Item instead of a list.", _ -> "sig1=\"@method\"");
        input("input-open", "A list without its end.", input -> input.replace(")", ""));
        input("input-trailing-comma", "A comma with nothing behind it.", input -> input + ",");
        input("input-no-space", "Components without space between them.", input -> input.replace("\" \"", "\"\""));
        input("input-comma", "Components with commas between them.", input -> input.replace("\" \"", "\", \""));
        vectors.refused(
                "label-twice-lines",
                "SIG-1",
                "B8: sig1 in two lines.",
                MISSING,
                offer(),
                r -> r.fields().add("Signature-Input", "sig1=(\"@method\")"));
    }

    private void input(String name, String comment, UnaryOperator<String> change) {
        vectors.refused(
                name,
                "SIG-1",
                comment,
                MISSING,
                offer(),
                r -> r.fields().set("Signature-Input", change.apply(r.fields().value("Signature-Input"))));
    }

    private void signatures() {
        signature("signature-base64url", "B17: base64url in a Byte Sequence.", s -> "sig1=:-_" + s.substring(8));
        signature("signature-text", "A String instead of a Byte Sequence.", s -> s.replace(':', '"'));
        signature("signature-open", "A Byte Sequence without its end.", s -> s.substring(0, s.length() - 1));
        signature("signature-twice", "B8: sig1 twice in Signature.", s -> s + ", " + s);
        signature("signature-star", "A character outside of base64.", s -> "sig1=:*" + s.substring(7));
    }

    private void signature(String name, String comment, UnaryOperator<String> change) {
        vectors.refused(
                name,
                "SIG-1",
                comment,
                MISSING,
                offer(),
                r -> r.fields().set("Signature", change.apply(r.fields().value("Signature"))));
    }

    private void components() {
        component("component-twice", MISSING, "B7: the same component twice.", "\"@method\"");
        component("component-params", MISSING, "B7: @signature-params in the list.", "\"@signature-params\"");
        component("component-derived-unknown", MISSING, "An unknown derived component.", "\"@mood\"");
        component("component-parameter-unknown", MISSING, "An unknown parameter.", "\"ucp-agent\";mood");
        component("component-capital", MISSING, "A field's name in capitals.", "\"X-Note\"");
        component("component-token", MISSING, "A Token instead of a String.", "ucp-agent");
        component("component-derived-sf", MISSING, "sf of a derived component.", "\"@method\";sf");
        component("component-bs-sf", MISSING, "bs beside sf.", "\"ucp-agent\";bs;sf");
        component("component-query-param-name", MISSING, "A query parameter without its name.", "\"@query-param\"");
        component("component-absent", "signature_invalid", "A field that the request lacks.", "\"x-note\"");
        component(
                "component-key-absent", "signature_invalid", "A member that is not there.", "\"ucp-agent\";key=\"x\"");
        component("component-status", "signature_invalid", "The status of a request.", "\"@status\"");
        component("component-req", "signature_invalid", "req in a request.", "\"@method\";req");
        RequestDraft twice = offer();
        twice.signing().cover("\"ucp-agent\";sf;bs", "\"ucp-agent\";bs;sf");
        twice.value("\"ucp-agent\";sf;bs", "x").value("\"ucp-agent\";bs;sf", "x");
        vectors.refused("component-twice-reordered", "SIG-1", "Forbidden parameters, twice.", MISSING, twice);
    }

    private void component(String name, String cause, String comment, String component) {
        RequestDraft draft = offer();
        draft.value(component, component.equals("\"@method\"") ? "POST" : "x");
        draft.signing().cover(component);
        vectors.refused(name, "SIG-1", comment, cause, draft);
    }

    private void framing() {
        host("host-unknown", "Not one of our authorities.", "other.example");
        host("host-http-port", "B4: the default port of http is another's here.", "gateway.example:80");
        host("host-dot", "A dot at the end.", "gateway.example.");
        doubled("host-doubled", "Host", Cast.AUTHORITY);
        doubled("ucp-agent-doubled", "UCP-Agent", "profile=\"" + Cast.SELLER_OPERATOR + "\"");
        doubled("idempotency-key-doubled", "Idempotency-Key", "vectors-fedcba9876543210");
        vectors.other(
                "authorization-doubled",
                "PRX-7",
                "B41: two tokens.",
                "request_invalid",
                accept(),
                r -> r.fields().add("Authorization", "Bearer tok_other"));
        agent("ucp-agent-absent", "No UCP-Agent.", "");
        agent("ucp-agent-no-profile", "UCP-Agent without profile.", "agent=\"x\"");
        agent("ucp-agent-token", "A profile that is a Token.", "profile=x");
        agent(
                "ucp-agent-twice",
                "Two profiles in one field.",
                "profile=\"https://a.example/p\", profile=\"https://b.example/p\"");
        agent("ucp-agent-bare", "A URL that is no dictionary.", "\"https://buyers.example/.well-known/ucp\"");
    }

    private void host(String name, String comment, String host) {
        RequestDraft draft = offer();
        draft.fields().set("Host", host);
        vectors.other(name, "SIG-5", comment, "request_invalid", draft, _ -> {});
    }

    private void doubled(String name, String field, String value) {
        vectors.other(
                name,
                "PRX-7",
                "B41: " + field + " twice.",
                "request_invalid",
                offer(),
                r -> r.fields().add(field, value));
    }

    private void agent(String name, String comment, String value) {
        RequestDraft draft = offer();
        draft.fields().remove("UCP-Agent");
        draft.signing().uncover("\"ucp-agent\"");
        if (!value.isEmpty()) {
            draft.fields().add("UCP-Agent", value);
            draft.signing().cover("\"ucp-agent\"");
        }
        vectors.other(name, "OPR-1", comment, "operator_unknown", draft, _ -> {});
    }

    private String created() {
        return offer().signing().created(Cast.NOW);
    }

    private String keyId() {
        return offer().signing().keyId();
    }

    private RequestDraft offer() {
        return RequestDraft.offer(cast.buyer());
    }

    private RequestDraft accept() {
        return RequestDraft.accept(cast.seller());
    }
}
