package dev.rctp.msgsig;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Messages as the RFC 9421 vectors write them: a start line, field lines. */
final class VectorMessages {

    private VectorMessages() {}

    static boolean isResponse(JsonNode message) {
        return message.get("start_line").stringValue().startsWith("HTTP/");
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

    static ResponseMessage response(JsonNode message) {
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

    /** The base of the message, whichever kind it is. */
    static SignatureBase base(JsonNode message, @Nullable JsonNode related, SignatureInput input)
            throws MalformedSignatureException {
        return isResponse(message)
                ? SignatureBase.ofResponse(response(message), related == null ? null : request(related), input)
                : SignatureBase.ofRequest(request(message), input);
    }
}
