package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Headers;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which of a request's or an answer's headers go along (PRX-1, PRX-5, PRX-7). */
final class OutgoingHeaders {

    private static final Set<String> OF_CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "expect",
            "host");
    private static final Set<String> OF_AGENT = Set.of(
            "signature", "signature-input", "signature-agent", "content-digest", "cookie", "accept-encoding", "range");

    private final Set<Fault> faults;

    OutgoingHeaders(Set<Fault> faults) {
        this.faults = faults;
    }

    /** Those of an agent's governed call. */
    Headers ofCall(Headers given) {
        return ofRequest(given).only(line -> {
            String name = line.name().toLowerCase(Locale.ROOT);
            if (name.equals("authorization")) {
                return faults.contains(Fault.PRX_TOKEN_FORWARDED);
            }
            if (name.equals("idempotency-key")) {
                return false;
            }
            return !OF_AGENT.contains(name) && !name.startsWith("if-");
        });
    }

    /** Those of an ungoverned request. */
    Headers ofUngoverned(Headers given, boolean authorization) {
        return ofRequest(given).only(line -> {
            if (line.name().equalsIgnoreCase("Authorization")) {
                return authorization || faults.contains(Fault.PRX_UNGOVERNED_TOKEN_FORWARDED);
            }
            return !line.name().toLowerCase(Locale.ROOT).startsWith("signature");
        });
    }

    private Headers ofRequest(Headers given) {
        return withoutHops(given).only(line -> {
            String name = line.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("rctp-")) {
                return faults.contains(Fault.PRX_RCTP_HEADER_PASSED);
            }
            if (name.replaceAll("[_.]", "-").startsWith("rctp-")) {
                return faults.contains(Fault.PRX_FOLDED_RCTP_HEADER_PASSED);
            }
            if (name.equals("forwarded") || name.startsWith("x-forwarded-")) {
                return faults.contains(Fault.PRX_FORWARDED_BELIEVED);
            }
            return true;
        });
    }

    /** Those of the marketplace's answer. */
    Headers ofAnswer(Headers given) {
        if (faults.contains(Fault.PRX_HOP_BY_HOP_OF_ANSWER)) {
            return given.only(line -> !Set.of("connection", "content-length", "transfer-encoding")
                    .contains(line.name().toLowerCase(Locale.ROOT)));
        }
        return withoutHops(given);
    }

    private Headers withoutHops(Headers given) {
        Headers kept = faults.contains(Fault.PRX_CONNECTION_NOT_HEEDED) ? given : withoutNamed(given, given);
        return kept.only(line -> !OF_CONNECTION.contains(line.name().toLowerCase(Locale.ROOT)));
    }

    /** Those that the {@code Connection} of {@code request} doesn't name. */
    static Headers withoutNamed(Headers headers, Headers request) {
        String connection = request.joined("Connection").orElse("").toLowerCase(Locale.ROOT);
        Set<String> named = new HashSet<>(List.of(connection.strip().split("\\s*,\\s*")));
        return headers.only(line -> !named.contains(line.name().toLowerCase(Locale.ROOT)));
    }

    /** With what the gateway says of where a request came from. */
    static Headers forwarded(Headers headers, String peer, String host) {
        return new Headers(headers.lines()).plus("X-Forwarded-For", peer).plus("X-Forwarded-Host", host);
    }

    /** Whether a line may be set by hand on a request of the JDK's client. */
    static boolean settable(Header line) {
        return !OF_CONNECTION.contains(line.name().toLowerCase(Locale.ROOT));
    }
}
