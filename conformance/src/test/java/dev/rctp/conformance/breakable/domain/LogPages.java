package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.log.HeadLog;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What anybody may read of the log (REC-7). */
final class LogPages {

    private static final String PLACE = "/.well-known/rctp/";
    private static final Pattern SIZES = Pattern.compile("first=([0-9]{1,9})&second=([0-9]{1,9})");

    private LogPages() {}

    static Optional<Response> answer(HeadLog log, Request request) {
        if (!request.path().startsWith(PLACE)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (request.path().substring(PLACE.length())) {
                    case "checkpoint" -> text(log.checkpoint());
                    case "checkpoint-key" -> text(log.keyText() + "\n");
                    case "consistency" -> consistency(log, request.query().orElse(""));
                    default -> Response.empty(404);
                });
    }

    private static Response consistency(HeadLog log, String query) {
        Matcher sizes = SIZES.matcher(query);
        return sizes.matches()
                ? log.consistency(Long.parseLong(sizes.group(1)), Long.parseLong(sizes.group(2)))
                        .map(proof -> Response.json(200, proof))
                        .orElseGet(() -> Response.empty(404))
                : Response.empty(404);
    }

    private static Response text(String text) {
        return new Response(
                200,
                Headers.none().plus("Content-Type", "text/plain; charset=utf-8").plus("Cache-Control", "no-store"),
                text.getBytes(StandardCharsets.UTF_8));
    }
}
