package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.fields.Dictionary;
import dev.rctp.conformance.breakable.fields.MalformedFieldException;
import dev.rctp.conformance.breakable.fields.Member;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.registries.Reason;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The signature {@code sig1} of a request (SIG-1).
 *
 * @param covered its components, as they were sent
 * @param input the member of Signature-Input with its parameters
 * @param octets the signature itself
 * @param keyId which key it says it is of
 */
record PresentedSignature(List<Member> covered, Member input, byte[] octets, String keyId) {

    private static final String LABEL = "sig1";

    PresentedSignature {
        covered = List.copyOf(covered);
    }

    static PresentedSignature of(Headers headers, Set<Fault> faults) throws Refusal {
        if (!headers.has("Signature-Input") || !headers.has("Signature")) {
            throw missing();
        }
        Map<String, Member> inputs = dictionary(headers, "Signature-Input", faults);
        Map<String, Member> signatures = dictionary(headers, "Signature", faults);
        String label = LABEL;
        if (faults.contains(Fault.SIG_ANY_LABEL) && !inputs.isEmpty()) {
            label = inputs.keySet().iterator().next();
        }
        Member input = inputs.get(label);
        Member signature = signatures.get(label);
        if (input == null || signature == null) {
            throw missing();
        }
        Object tag = input.param("tag").orElse("web-bot-auth");
        if (!faults.contains(Fault.SIG_ANY_TAG)) {
            if (!tag.equals("web-bot-auth")) {
                throw missing();
            }
        }
        Object keyId = input.param("keyid").orElse("");
        Optional<byte[]> octets = signature.as(byte[].class);
        if (!(input.value() instanceof List<?> items) || !(keyId instanceof String key) || octets.isEmpty()) {
            throw invalid("The signature's fields are malformed.");
        }
        List<Member> covered = items.stream().map(Member.class::cast).toList();
        once(covered, faults);
        return new PresentedSignature(covered, input, octets.get(), key);
    }

    private static Map<String, Member> dictionary(Headers headers, String name, Set<Fault> faults) throws Refusal {
        String value = headers.joined(name).orElse("");
        try {
            if (faults.contains(Fault.SIG_URL_ALPHABET) && name.equals("Signature")) {
                value = value.replace('-', '+').replace('_', '/');
            }
            return faults.contains(Fault.SIG_LABEL_TWICE) ? Dictionary.lastOfEach(value) : Dictionary.of(value);
        } catch (MalformedFieldException malformed) {
            throw invalid(name + " is malformed.");
        }
    }

    private static void once(List<Member> covered, Set<Fault> faults) throws Refusal {
        Set<String> seen = new HashSet<>();
        for (Member component : covered) {
            boolean first = seen.add(component.text());
            if (component.as(String.class).isEmpty() || (!first && !faults.contains(Fault.SIG_COMPONENT_TWICE))) {
                throw invalid("The covered components are malformed.");
            }
        }
    }

    /** Whether a header or derived component is covered, whole. */
    boolean covers(String name) {
        return covered.stream()
                .anyMatch(component -> component.value().equals(name)
                        && component.params().keySet().stream().noneMatch(Set.of("req", "tr", "key")::contains));
    }

    /** Whether a header is covered, whole or by one of its members. */
    boolean coversSome(String name) {
        return covered.stream()
                .anyMatch(component -> component.value().equals(name)
                        && component.params().keySet().stream().noneMatch(Set.of("req", "tr")::contains));
    }

    /** The signature's octets in base64, as a Byte Sequence. */
    String sequence() {
        return ":" + Base64.getEncoder().encodeToString(octets) + ":";
    }

    private static Refusal missing() {
        return Refusal.because(
                Reason.SIGNATURE_INVALID, "signature_missing", "The request has no signature sig1 for this purpose.");
    }

    private static Refusal invalid(String content) {
        return Refusal.because(Reason.SIGNATURE_INVALID, "signature_invalid", content);
    }
}
