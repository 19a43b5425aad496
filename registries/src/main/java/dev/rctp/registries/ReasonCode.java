package dev.rctp.registries;

import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One entry of {@code reason-codes.json} (protocol section 4).
 *
 * @param reason the registered reason
 * @param status the HTTP status of a refusal for it
 * @param when one sentence for people that says when it is given
 */
public record ReasonCode(Reason reason, int status, String when) {

    static Map<Reason, ReasonCode> all(JsonNode file) {
        Map<Reason, ReasonCode> all = new EnumMap<>(Reason.class);
        for (JsonNode entry : file.path("reasons")) {
            ReasonCode code = of(entry);
            if (all.put(code.reason, code) != null) {
                throw new IllegalStateException("reason-codes.json: " + code.reason.code() + " stands there twice");
            }
        }
        return all;
    }

    private static ReasonCode of(JsonNode entry) {
        String code = entry.path("code").stringValue();
        Reason reason = Reason.ofCode(code)
                .orElseThrow(() -> new IllegalStateException("reason-codes.json: the code has no " + code));
        return new ReasonCode(
                reason, entry.path("status").intValue(), entry.path("when").stringValue());
    }
}
