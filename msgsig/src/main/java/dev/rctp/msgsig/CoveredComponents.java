package dev.rctp.msgsig;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What an RCTP signature covers, as component identifiers in the order of the signature base (SIG-2, RSP-1, PRX-6, WHK-1). */
public final class CoveredComponents {

    private static final List<String> REQUEST_FIELDS = List.of(
            "authorization", "idempotency-key", "signature-agent", "ucp-agent", "webhook-id", "webhook-timestamp");

    private CoveredComponents() {}

    /**
     * Of a request: the target, the body's digest and type, each field of SIG-2 and WHK-1 that is present, and every
     * {@code rctp-} field (PRX-6).
     *
     * @param body whether there is one
     */
    public static List<String> ofRequest(RequestMessage request, boolean body) {
        List<String> covered = new ArrayList<>(List.of("\"@method\"", "\"@authority\"", "\"@path\""));
        if (request.query() != null) {
            covered.add("\"@query\"");
        }
        addBody(covered, body);
        Set<String> names = new LinkedHashSet<>();
        REQUEST_FIELDS.stream().filter(request.fields()::contains).forEach(names::add);
        request.fields().lines().stream()
                .map(HttpFields.Field::name)
                .filter(name -> name.startsWith("rctp-"))
                .forEach(names::add);
        names.forEach(name -> covered.add("\"" + name + "\""));
        return List.copyOf(covered);
    }

    /**
     * Of a governed answer (RSP-1): what it says, and the request it answers with that request's signature; what the
     * request lacks is left out (RSP-3).
     *
     * @param body whether the response has one
     */
    public static List<String> ofAnswer(ResponseMessage response, RequestMessage request, boolean body) {
        List<String> covered = new ArrayList<>(List.of("\"@status\""));
        addBody(covered, body);
        for (String name : List.of("rctp-decision", "rctp-record")) {
            if (response.fields().contains(name)) {
                covered.add("\"" + name + "\"");
            }
        }
        covered.addAll(List.of("\"@method\";req", "\"@authority\";req", "\"@path\";req"));
        if (request.query() != null) {
            covered.add("\"@query\";req");
        }
        if (ReceivedSignature.read(request.fields(), MessageSigner.LABEL) instanceof ReceivedSignature.Present) {
            covered.add("\"signature\";key=\"" + MessageSigner.LABEL + "\";req");
        }
        return List.copyOf(covered);
    }

    private static void addBody(List<String> covered, boolean body) {
        if (body) {
            covered.add("\"content-digest\"");
            covered.add("\"content-type\"");
        }
    }
}
