package dev.rctp.msgsig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a request's signature must cover before its validity means anything (SIG-2, B1). */
public final class CoverageRule {

    private static final List<String> WHENEVER_PRESENT =
            List.of("ucp-agent", "idempotency-key", "signature-agent", "authorization");

    private CoverageRule() {}

    /**
     * The first component that the request has and the signature leaves out; {@code authorization} comes last.
     *
     * @param hasBody whether the request has a body of at least one octet
     */
    public static Optional<String> gap(RequestMessage request, boolean hasBody, SignatureInput input) {
        return gaps(request, hasBody, input).stream().findFirst();
    }

    /** All components that the request has and the signature leaves out, for whoever mends it. */
    public static List<String> gaps(RequestMessage request, boolean hasBody, SignatureInput input) {
        return required(request, hasBody).stream()
                .filter(name -> input.components().stream().noneMatch(component -> covers(component, name)))
                .toList();
    }

    private static List<String> required(RequestMessage request, boolean hasBody) {
        List<String> required = new ArrayList<>(List.of("@method", "@authority", "@path"));
        if (request.query() != null) {
            required.add("@query");
        }
        if (hasBody) {
            required.add("content-digest");
            required.add("content-type");
        }
        WHENEVER_PRESENT.stream().filter(request.fields()::contains).forEach(required::add);
        return required;
    }

    /**
     * A component with {@code key} is a part of its field, which is enough for {@code signature-agent} alone; one with
     * {@code tr} is another field of the same name.
     */
    private static boolean covers(Component component, String name) {
        return component.name().equals(name)
                && !component.isOfRequest()
                && !component.isTrailer()
                && (component.key() == null || name.equals("signature-agent"));
    }
}
