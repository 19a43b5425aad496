package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Payload;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.msgsig.HttpFields;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a request carries as everyone behind the gateway must read it too: as plain UTF-8 JSON (protocol section 1). */
final class JsonPayload {

    private static final Pattern JSON =
            Pattern.compile("application/json(\\s*;\\s*charset=(\"utf-8\"|utf-8))?", Pattern.CASE_INSENSITIVE);

    private JsonPayload() {}

    static Payload of(InboundRequest request) {
        HttpFields fields = request.message().fields();
        if (!JSON.matcher(fields.combined("content-type").orElse("")).matches()) {
            return new Payload.Unreadable("The body must be application/json in UTF-8.");
        }
        Optional<String> coding = fields.combined("content-encoding");
        if (coding.isPresent() && !coding.get().toLowerCase(Locale.ROOT).equals("identity")) {
            return new Payload.Unreadable("The body must not be encoded.");
        }
        return new Payload.Json(request.body());
    }
}
