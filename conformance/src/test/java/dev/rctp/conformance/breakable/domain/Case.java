package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Outcome.Refused;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.time.Instant;
import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One call that is judged, or judged again after its seller's yes (APR-6). */
final class Case {

    // ISO 4217
    private static final Set<String> CURRENCIES =
            Currency.availableCurrencies().map(Currency::getCurrencyCode).collect(Collectors.toUnmodifiableSet());

    final Admitted call;
    final Instant now;

    /** The question that was answered with yes; null for a call that has just come. */
    final @Nullable Approval approved;

    /** What a refusal's entry confides beside its reason (REC-6). */
    final ObjectNode tried = Json.object();

    private final Parts parts;
    private @Nullable Place place;

    Case(Admitted call, Instant now, @Nullable Approval approved, Parts parts) {
        this.call = call;
        this.now = now;
        this.approved = approved;
        this.parts = parts;
    }

    String jkt() {
        return call.caller().jkt();
    }

    /** The seller whose grant came with the call. */
    String seller() {
        return call.seller().sub();
    }

    /** From here on refusals stand in this chain. */
    void at(Place where) {
        this.place = where;
    }

    Place place() {
        Place where = place;
        if (where == null) {
            throw new IllegalStateException("a call without a place in the record");
        }
        return where;
    }

    /** The body, by its schema (section 15). */
    ObjectNode body(String schema) {
        try {
            ObjectNode body = StrictJson.parseObject(call.request().body());
            for (Schemas.Fault fault : parts.registries().schemas().validate(schema, body)) {
                throw refuse(
                        Refused.of(Reason.REQUEST_INVALID, "The body's " + fault.path() + " " + fault.message() + "."));
            }
            for (JsonNode currency : body.findValues("currency")) {
                if (!CURRENCIES.contains(currency.asString(""))) {
                    throw refuse(Reason.REQUEST_INVALID, "The body names a currency that there isn't.");
                }
            }
            return body;
        } catch (InvalidJsonException e) {
            throw refuse(Refused.of(Reason.REQUEST_INVALID, "The body is not one object in I-JSON."));
        }
    }

    Refusal refuse(Reason reason, String content) {
        return refuse(Refused.of(reason, content));
    }

    Refusal refuse(Reason reason, String content, String member, String wrong) {
        Refused answer = Refused.of(reason, content);
        answer.detail().put(member, wrong);
        return refuse(answer);
    }

    Refusal refuse(Refused answer) {
        return new Refusal(answer, place);
    }

    /** What is unknown and what isn't the caller's are the same, and stand in the perimeter (REC-1). */
    static Refusal stranger() {
        return new Refusal(Refused.of(Reason.NOT_IN_SCOPE, "There is no such thing, or it is not yours."), null);
    }

    /** The members that each entry of this call has. */
    ObjectNode entry() {
        ObjectNode entry = Json.object();
        String action = call.verb().action();
        if (action != null) {
            entry.put("action", action);
        }
        return entry.put("request_id", call.requestId())
                .put("caller", jkt())
                .put("operator", call.caller().profile());
    }
}
