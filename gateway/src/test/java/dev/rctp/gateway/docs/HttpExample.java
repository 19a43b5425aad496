package dev.rctp.gateway.docs;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that a page shows.
 *
 * @param method its method
 * @param target path and query
 * @param fields its header
 * @param body its body; empty text for none
 */
record HttpExample(String method, String target, HttpFields fields, String body) {

    static HttpExample parse(String block) {
        String[] parts = block.split("\n\n", 2);
        List<String> lines = parts[0].lines().toList();
        String[] start = lines.getFirst().split(" ", -1);
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        lines.stream().skip(1).map(line -> line.split(": ", 2)).forEach(line -> fields.add(line[0], line[1]));
        return new HttpExample(start[0], start[1], fields.build(), parts.length == 2 ? parts[1].strip() : "");
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** As a verifier at {@code http} sees it. */
    RequestMessage message() {
        String[] parts = target.split("\\?", 2);
        @Nullable String query = parts.length == 2 ? parts[1] : null;
        return new RequestMessage(method, "http", fields.combined("host").orElseThrow(), parts[0], query, fields);
    }
}
