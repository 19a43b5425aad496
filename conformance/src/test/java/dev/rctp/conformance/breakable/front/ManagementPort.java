package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.domain.Domain;
import dev.rctp.conformance.breakable.http.Handler;
import dev.rctp.conformance.breakable.http.Incoming;
import dev.rctp.conformance.breakable.http.Outgoing;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/** The management API's port (MGT-1). */
public final class ManagementPort implements Handler {

    private static final int MOST_BODY = 256 * 1024;
    private static final Set<String> OPEN = Set.of("/healthz", "/readyz");

    private final byte[] authorization;
    private final Domain domain;

    /** Open to who has the secret. */
    public ManagementPort(String bearer, Domain domain) {
        this.authorization = ("Bearer " + bearer).getBytes(StandardCharsets.UTF_8);
        this.domain = domain;
    }

    @Override
    public void handle(Incoming incoming, Outgoing answer) throws IOException {
        Request request = incoming.whole(MOST_BODY);
        String given = request.headers().first("Authorization").orElse("");
        if (OPEN.contains(request.path())) {
            answer.send(Response.empty(200));
        } else if (!MessageDigest.isEqual(authorization, given.getBytes(StandardCharsets.UTF_8))) {
            answer.send(Response.empty(401).with("WWW-Authenticate", "Bearer"));
        } else {
            answer.send(domain.manage(request));
        }
    }
}
