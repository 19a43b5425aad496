package dev.rctp.conformance.breakable.answer;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.fields.Dictionary;
import dev.rctp.conformance.breakable.fields.MalformedFieldException;
import dev.rctp.conformance.breakable.fields.Member;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.conformance.breakable.jose.GatewayKey;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signs an answer for its request (RSP-1). */
final class AnswerSignature {

    private static final String OF_SIGNATURE = "\"signature\";req;key=\"sig1\"";

    private final GatewayKey key;
    private final Authorities authorities;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    AnswerSignature(GatewayKey key, Authorities authorities, GatewayClock clock, Set<Fault> faults) {
        this.key = key;
        this.authorities = authorities;
        this.clock = clock;
        this.faults = faults;
    }

    /** A component and its value. */
    private record Line(String component, String value) {}

    Response sign(Response answer, @Nullable Request request) {
        if (faults.contains(Fault.RSP_UNSIGNED)) {
            return answer;
        }
        Response whole = answer.body().length == 0 ? answer : answer.with("Content-Digest", digest(answer.body()));
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("\"@status\"", String.valueOf(whole.status())));
        field(whole, "content-digest", lines);
        field(whole, "content-type", lines);
        if (!faults.contains(Fault.RSP_DECISION_UNCOVERED)) {
            field(whole, "rctp-decision", lines);
        }
        if (!faults.contains(Fault.RSP_RECORD_UNCOVERED)) {
            field(whole, "rctp-record", lines);
        }
        if (request != null) {
            request(request, lines);
        }
        boolean read = request != null && request.method().equals("GET");
        return signed(whole, lines, read && faults.contains(Fault.DEC_READ_SIGNATURE_OF_ZEROS));
    }

    private void request(Request request, List<Line> lines) {
        lines.add(new Line("\"@method\";req", request.method()));
        authorities.of(request).ifPresent(authority -> lines.add(new Line("\"@authority\";req", authority)));
        if (!faults.contains(Fault.RSP_PATH_UNCOVERED)) {
            lines.add(new Line("\"@path\";req", request.path()));
        }
        request.query().ifPresent(query -> lines.add(new Line("\"@query\";req", "?" + query)));
        if (!faults.contains(Fault.RSP_NOT_OF_REQUEST)) {
            signature(request).ifPresent(octets -> lines.add(new Line(OF_SIGNATURE, octets)));
        }
    }

    private Response signed(Response answer, List<Line> lines, boolean zeros) {
        String covered = String.join(" ", lines.stream().map(Line::component).toList());
        String created = faults.contains(Fault.RSP_NO_CREATED)
                ? ""
                : ";created=" + clock.instant().getEpochSecond();
        String input = "(" + covered + ")" + created + ";keyid=\"" + key.kid() + "\"";
        StringBuilder base = new StringBuilder();
        for (Line line : lines) {
            base.append(line.component()).append(": ").append(line.value()).append('\n');
        }
        base.append("\"@signature-params\": ").append(input);
        byte[] signature = zeros ? new byte[64] : key.sign(base.toString().getBytes(StandardCharsets.ISO_8859_1));
        return answer.with("Signature-Input", "sig1=" + input)
                .with("Signature", "sig1=:" + Base64.getEncoder().encodeToString(signature) + ":");
    }

    private static void field(Response answer, String name, List<Line> lines) {
        answer.headers().joined(name).ifPresent(value -> lines.add(new Line('"' + name + '"', value)));
    }

    private static Optional<String> signature(Request request) {
        try {
            Member sig1 = Dictionary.of(request.headers().joined("Signature").orElse(""))
                    .get("sig1");
            return Optional.ofNullable(sig1)
                    .flatMap(member -> member.as(byte[].class))
                    .map(octets -> ":" + Base64.getEncoder().encodeToString(octets) + ":");
        } catch (MalformedFieldException none) {
            return Optional.empty();
        }
    }

    private static String digest(byte[] body) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(Sha256.bytes(body)) + ":";
    }
}
