package dev.rctp.conformance.wire;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.agent.DecisionField;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What the target answered.
 *
 * @param status the final status
 * @param fields its headers in their order
 * @param body its body, decoded from any chunks; empty for none
 * @param request what was answered
 * @param exchange the octets of both
 */
public record Answer(int status, List<Field> fields, byte[] body, RawRequest request, Exchange exchange) {

    /** The first header of this name; null where there is none. */
    public @Nullable String header(String name) {
        return headers(name).stream().findFirst().orElse(null);
    }

    /** All headers of this name. */
    public List<String> headers(String name) {
        return fields.stream().filter(field -> field.is(name)).map(Field::value).toList();
    }

    /** The headers as a signature sees them. */
    public HttpFields httpFields() {
        HttpFields.Builder all = HttpFields.none().toBuilder();
        fields.forEach(field -> all.add(field.name(), field.value()));
        return all.build();
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON; a missing node where it is none. */
    public JsonNode json() {
        try {
            return StrictJson.parse(body);
        } catch (InvalidJsonException _) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    /** A member of the body by its path, such as {@code detail/cause}; a missing node where there is none. */
    public JsonNode at(String path) {
        return json().at("/" + path);
    }

    /** The text of a member; null where there is none. */
    public @Nullable String textAt(String path) {
        JsonNode found = at(path);
        return found.isString() ? found.stringValue() : null;
    }

    /** The error code of the body (DEC-3); null where there is none. */
    public @Nullable String code() {
        return textAt("code");
    }

    /** {@code detail.cause} of the body; null where there is none. */
    public @Nullable String cause() {
        return textAt("detail/cause");
    }

    /** The decision of the header (DEC-2); empty where there is none that can be read, or more than one. */
    public Optional<DecisionField> decision() {
        List<String> values = headers("RCTP-Decision");
        return values.size() == 1 ? DecisionField.parse(values.getFirst()) : Optional.empty();
    }

    /** Whether the header says {@code auto}. */
    public boolean isAuto() {
        return decision().orElse(null) instanceof DecisionField.Auto;
    }

    /** The reason of a {@code forbid}; null where the header is another or missing. */
    public @Nullable String reason() {
        return decision().orElse(null) instanceof DecisionField.Forbid forbid ? forbid.reason() : null;
    }

    /** The receipt (DEC-6); null where there is none. */
    public @Nullable Receipt receipt() {
        String value = header("RCTP-Record");
        return value == null ? null : Receipt.parse(value).orElse(null);
    }

    /** How long the target took. */
    public Duration duration() {
        return exchange.took();
    }

    /** Status, decision and body in a line, for a failure's sentence. */
    public String inShort() {
        String decision = header("RCTP-Decision");
        String text = text();
        return status
                + (decision == null ? "" : ", RCTP-Decision: " + decision)
                + (text.isEmpty() ? "" : ", " + (text.length() > 300 ? text.substring(0, 300) + "…" : text));
    }
}
