package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.registries.Reason;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a signature must cover (SIG-2); {@code authorization} is judged with the grant. */
final class Coverage {

    private static final Map<Fault, String> LEFT_OUT = new EnumMap<>(Map.of(
            Fault.SIG_METHOD_UNCOVERED, "@method",
            Fault.SIG_AUTHORITY_UNCOVERED, "@authority",
            Fault.SIG_PATH_UNCOVERED, "@path",
            Fault.SIG_QUERY_UNCOVERED, "@query",
            Fault.SIG_DIGEST_UNCOVERED, "content-digest",
            Fault.SIG_TYPE_UNCOVERED, "content-type",
            Fault.SIG_AGENT_UNCOVERED, "ucp-agent",
            Fault.SIG_KEY_UNCOVERED, "idempotency-key",
            Fault.SIG_SIGNATURE_AGENT_UNCOVERED, "signature-agent"));

    private final Set<String> notAsked = new HashSet<>();

    Coverage(Set<Fault> faults) {
        LEFT_OUT.forEach((fault, component) -> {
            if (faults.contains(fault)) {
                notAsked.add(component);
            }
        });
    }

    void check(Request request, PresentedSignature signature) throws Refusal {
        ask(signature, "@method", true);
        ask(signature, "@authority", true);
        ask(signature, "@path", true);
        ask(signature, "@query", request.query().isPresent());
        ask(signature, "content-digest", request.body().length > 0);
        ask(signature, "content-type", request.body().length > 0);
        ask(signature, "ucp-agent", request.headers().has("UCP-Agent"));
        ask(signature, "idempotency-key", request.headers().has("Idempotency-Key"));
        if (request.headers().has("Signature-Agent") && !signature.coversSome("signature-agent")) {
            ask(signature, "signature-agent", true);
        }
    }

    private void ask(PresentedSignature signature, String component, boolean due) throws Refusal {
        if (due && !signature.covers(component) && !notAsked.contains(component)) {
            throw Refusal.because(
                    Reason.SIGNATURE_INVALID,
                    "coverage_insufficient",
                    "The signature doesn't cover " + component + ".");
        }
    }
}
