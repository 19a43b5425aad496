package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.StringItem;
import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.IdSource;
import java.net.URI;
import java.net.http.HttpRequest;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Signs an agent's requests with all that the gateway wants covered (SIG-2); safe for concurrent use. */
public final class RequestSigner {

    /** The methods of IDM-1. */
    private static final Set<String> KEYED = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final MessageSigner signer;
    private final String agent;
    private final IdSource keys;

    /**
     * A signer for one agent.
     *
     * @param signer signs with a key of the operator's profile
     * @param profile the operator's profile URL
     * @throws IllegalArgumentException for a text that is no profile's URL: https, or http on a loopback host
     */
    public RequestSigner(MessageSigner signer, String profile) {
        this(signer, profile, IdSource.random(new SecureRandom()));
    }

    /**
     * A signer for one agent.
     *
     * @param keys makes Idempotency-Keys for requests that need one and have none
     * @throws IllegalArgumentException for a text that is no profile's URL: https, or http on a loopback host
     */
    public RequestSigner(MessageSigner signer, String profile, IdSource keys) {
        if (ProfileUrl.parse(profile, true).isEmpty()) {
            throw new IllegalArgumentException("the profile is not an absolute https URL, or http on a loopback host");
        }
        this.signer = signer;
        this.agent = new Dictionary(Map.of("profile", Item.of(new StringItem(profile)))).serialize();
        this.keys = keys;
    }

    /**
     * All the fields to send: those given, {@code ucp-agent}, {@code content-digest} for a body, and the signature, which
     * replaces one of its label; signatures of other labels stay.
     *
     * @param fields the caller's own, such as {@code authorization}, {@code idempotency-key} and {@code content-type}
     * @param body the raw body; empty for none
     * @throws IllegalArgumentException where signatures that are there can't be read
     */
    public HttpFields sign(String method, URI target, HttpFields fields, byte[] body) {
        HttpFields.Builder complete = fields.toBuilder().set("ucp-agent", agent);
        boolean hasBody = body.length > 0;
        if (hasBody) {
            complete.set("content-digest", ContentDigest.of(body));
        }
        RequestMessage request = message(method, target, complete.build());
        return signer.signRequest(request, CoveredComponents.ofRequest(request, hasBody))
                .replaceIn(request.fields());
    }

    /**
     * The request of {@code java.net.http}, signed: with {@code UCP-Agent}, {@code Content-Digest} for a body, an
     * {@code Idempotency-Key} where IDM-1 asks for one and none is set, and the signature. Send it as it is, once; to repeat a
     * call, set its Idempotency-Key and sign it again. Its body is read into memory.
     *
     * @throws IllegalArgumentException for a body without {@code Content-Type}, which SIG-2 asks to cover
     */
    public HttpRequest sign(HttpRequest request) {
        byte[] body = PublishedBody.of(request);
        HttpFields.Builder own = HttpFields.none().toBuilder();
        request.headers().map().forEach((name, values) -> values.forEach(value -> own.add(name, value)));
        if (KEYED.contains(request.method())
                && request.headers().firstValue("idempotency-key").isEmpty()) {
            own.add("idempotency-key", keys.next("idk_"));
        }
        if (body.length > 0 && request.headers().firstValue("content-type").isEmpty()) {
            throw new IllegalArgumentException("a request with a body needs a Content-Type, since it has to be signed");
        }
        HttpRequest.Builder signed = HttpRequest.newBuilder(request, (name, value) -> false);
        sign(request.method(), request.uri(), own.build(), body)
                .lines()
                .forEach(line -> signed.header(line.name(), line.value()));
        return signed.method(
                        request.method(),
                        body.length > 0
                                ? HttpRequest.BodyPublishers.ofByteArray(body)
                                : HttpRequest.BodyPublishers.noBody())
                .build();
    }

    /** The request to this target as signatures see it (RFC 9421 2.2). */
    public static RequestMessage message(String method, URI target, HttpFields fields) {
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        String path = target.getRawPath();
        return new RequestMessage(
                method,
                scheme,
                Authority.normalize(scheme, target.getRawAuthority()),
                path == null || path.isEmpty() ? "/" : path,
                target.getRawQuery(),
                fields);
    }
}
