package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.fields.Dictionary;
import dev.rctp.conformance.breakable.fields.MalformedFieldException;
import dev.rctp.conformance.breakable.fields.Member;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.registries.Reason;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a signature was made over (RFC 9421 section 2.5). */
final class SignatureBase {

    private final String scheme;
    private final Set<Fault> faults;

    SignatureBase(String scheme, Set<Fault> faults) {
        this.scheme = scheme;
        this.faults = faults;
    }

    /** The octets that were signed; {@code authority} is the configured one that the request was sent to (SIG-5). */
    byte[] of(Request request, String authority, PresentedSignature signature) throws Refusal {
        StringBuilder base = new StringBuilder();
        for (Member component : signature.covered()) {
            base.append(component.text()).append(": ");
            base.append(value(component, request, authority)).append('\n');
        }
        base.append("\"@signature-params\": ").append(signature.input().text());
        return base.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private String value(Member component, Request request, String authority) throws Refusal {
        String name = component.as(String.class).orElse("");
        if (component.params().containsKey("req") || component.params().containsKey("tr")) {
            throw unknown(name);
        }
        return switch (name) {
            case "@method" -> request.method();
            case "@authority" -> authority(request, authority);
            case "@path" -> request.path();
            case "@query" -> query(request);
            case "@scheme" -> scheme;
            case "@request-target" -> request.target();
            case "@target-uri" -> scheme + "://" + authority + request.target();
            case "@query-param" -> parameter(component, request);
            default -> field(component, name, request);
        };
    }

    private String authority(Request request, String configured) {
        if (faults.contains(Fault.SIG_AUTHORITY_OF_HOST)) {
            return request.headers().first("Host").orElse("");
        }
        return configured;
    }

    private String query(Request request) {
        String raw = request.query().orElse("");
        if (faults.contains(Fault.SIG_QUERY_RE_ENCODED)) {
            return "?" + URLDecoder.decode(raw, StandardCharsets.UTF_8).replace(' ', '+');
        }
        return "?" + raw;
    }

    private static String parameter(Member component, Request request) throws Refusal {
        Object wanted = component.param("name").orElse("");
        List<String> values = List.of(request.query().orElse("").split("&")).stream()
                .filter(pair -> URLDecoder.decode(pair.replaceFirst("=.*", ""), StandardCharsets.UTF_8)
                        .equals(wanted))
                .map(pair -> pair.contains("=") ? pair.substring(pair.indexOf('=') + 1) : "")
                .toList();
        if (values.size() != 1) {
            throw unknown("@query-param");
        }
        return values.getFirst();
    }

    private static String field(Member component, String name, Request request) throws Refusal {
        boolean known = !name.startsWith("@") && name.equals(name.toLowerCase(Locale.ROOT));
        Optional<String> joined = known ? request.headers().joined(name) : Optional.empty();
        if (joined.isEmpty()) {
            throw unknown(name);
        }
        if (component.params().containsKey("bs")) {
            return request.headers().all(name).stream()
                    .map(line ->
                            ":" + Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.ISO_8859_1)) + ":")
                    .collect(Collectors.joining(", "));
        }
        Optional<Object> key = component.param("key");
        return key.isPresent() ? member(joined.get(), key.get(), name) : joined.get();
    }

    private static String member(String field, Object key, String name) throws Refusal {
        try {
            Member member = Dictionary.of(field).get(key);
            if (member != null) {
                return member.value().equals(true) ? "?1" + member.text() : member.text();
            }
        } catch (MalformedFieldException malformed) {
            throw unknown(name);
        }
        throw unknown(name);
    }

    private static Refusal unknown(String name) {
        return Refusal.because(
                Reason.SIGNATURE_INVALID, "signature_invalid", "The request has no one component " + name + ".");
    }
}
