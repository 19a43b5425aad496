package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Credentials;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestAuthenticator;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The REST door's credentials: the message signature of one request, verified once (SIG, OPR). */
final class SignedCredentials implements Credentials {

    private final RequestAuthenticator authenticator;
    private final InboundRequest request;
    private @Nullable Authentication answer;

    SignedCredentials(RequestAuthenticator authenticator, InboundRequest request) {
        this.authenticator = authenticator;
        this.request = request;
    }

    @Override
    public Authentication authenticate() throws InterruptedException {
        Authentication known = answer;
        if (known == null) {
            known = authenticator.authenticate(request.message(), request.body(), request.headReceivedAt());
            answer = known;
        }
        return known;
    }

    @Override
    public @Nullable String authorization() {
        return request.message().fields().combined("authorization").orElse(null);
    }

    /** Over the two signature fields: the signature itself stands for the base it was made over. */
    @Override
    public String digest() {
        HttpFields fields = request.message().fields();
        String proof = fields.combined("signature-input").orElse("")
                + "\n"
                + fields.combined("signature").orElse("");
        return Sha256.text(proof.getBytes(StandardCharsets.ISO_8859_1));
    }
}
