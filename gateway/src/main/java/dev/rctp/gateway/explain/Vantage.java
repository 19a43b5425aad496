package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Authority;
import dev.rctp.msgsig.RequestMessage;
import java.util.Optional;
import java.util.Set;

/**
 * How a gateway is known to those who call it (SIG-5).
 *
 * @param scheme {@code https} or {@code http}: what clients use
 * @param authorities the public authorities, normalized; empty for whatever {@code Host} says
 */
public record Vantage(String scheme, Set<String> authorities) {

    /** Keeps its own copy of the authorities. */
    public Vantage {
        authorities = Set.copyOf(authorities);
    }

    /** The request as signatures see it from here; empty where nothing tells the authority. */
    Optional<RequestMessage> message(CapturedRequest request) {
        return authority(request)
                .map(authority -> new RequestMessage(
                        request.method(),
                        schemeOf(request),
                        authority,
                        request.path(),
                        request.query(),
                        request.fields()));
    }

    /** Whether the gateway answers under the host that the request names. */
    boolean knows(CapturedRequest request) {
        String host = request.host();
        return authorities.isEmpty() || (host != null && authorities.contains(normalized(request, host)));
    }

    private Optional<String> authority(CapturedRequest request) {
        String host = request.host();
        if (host != null && (authorities.size() != 1 || knows(request))) {
            return Optional.of(normalized(request, host));
        }
        return authorities.stream().sorted().findFirst();
    }

    private String normalized(CapturedRequest request, String host) {
        return Authority.normalize(schemeOf(request), host);
    }

    private String schemeOf(CapturedRequest request) {
        String own = request.scheme();
        return authorities.isEmpty() && own != null ? own : scheme;
    }
}
