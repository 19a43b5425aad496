package dev.rctp.msgsig;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Messages as the RFC 9421 vectors write them: a start line, field lines, a body. */
final class VectorMessages {

    private VectorMessages() {}

    /** The message, whichever kind it is, and for a response the request it answers, where that is known. */
    static HttpMessage of(JsonNode message, @Nullable JsonNode related) {
        if (!message.get("start_line").stringValue().startsWith("HTTP/")) {
            return request(message);
        }
        return related == null ? response(message) : response(message).to(request(related));
    }

    static RequestMessage request(JsonNode message) {
        String[] parts = message.get("start_line").stringValue().split(" ", -1);
        String target = parts[1];
        int mark = target.indexOf('?');
        HttpFields fields = fields(message);
        return new RequestMessage(
                parts[0],
                "https",
                Authority.normalize("https", fields.combined("host").orElseThrow()),
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? null : target.substring(mark + 1),
                fields);
    }

    /** As long as its Content-Length says: some vectors print the blank line before it too. */
    static byte[] body(JsonNode message) {
        byte[] printed = message.path("body").asString("").getBytes(StandardCharsets.UTF_8);
        int length = fields(message)
                .combined("content-length")
                .map(Integer::parseInt)
                .orElse(printed.length);
        return Arrays.copyOfRange(printed, printed.length - length, printed.length);
    }

    /** The same message with other header fields. */
    static HttpMessage withFields(HttpMessage message, HttpFields fields) {
        return switch (message) {
            case RequestMessage request -> request.withFields(fields);
            case ResponseMessage response -> response.withFields(fields);
            case Exchange(ResponseMessage response, RequestMessage request) ->
                response.withFields(fields).to(request);
        };
    }

    private static ResponseMessage response(JsonNode message) {
        String[] parts = message.get("start_line").stringValue().split(" ", -1);
        return new ResponseMessage(Integer.parseInt(parts[1]), fields(message));
    }

    private static HttpFields fields(JsonNode message) {
        HttpFields.Builder fields = new HttpFields.Builder();
        message.get("headers")
                .forEach(line ->
                        fields.add(line.get(0).stringValue(), line.get(1).stringValue()));
        return fields.build();
    }
}
