package dev.rctp.conformance.wire;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request that an agent signs when it is sent (section 2); immutable, so that a negative is its positive with one change.
 * Unless said otherwise it covers all that SIG-2 asks for, is created now, and a write carries a fresh Idempotency-Key.
 */
public final class Call {

    private static final String FRESH = "";

    private final Agent agent;
    private final String method;
    private final String target;
    private final List<Field> headers;
    private final byte @Nullable [] body;
    private final @Nullable String idempotencyKey;
    private final @Nullable String digest;
    private final @Nullable String authority;
    private final Signing signing;
    private final UnaryOperator<RawRequest> sent;

    private Call(
            Agent agent,
            String method,
            String target,
            List<Field> headers,
            byte @Nullable [] body,
            @Nullable String idempotencyKey,
            @Nullable String digest,
            @Nullable String authority,
            Signing signing,
            UnaryOperator<RawRequest> sent) {
        this.agent = agent;
        this.method = method;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.idempotencyKey = idempotencyKey;
        this.digest = digest;
        this.authority = authority;
        this.signing = signing;
        this.sent = sent;
    }

    /** A call of this agent, without a body. */
    public static Call of(Agent agent, String method, String path) {
        List<Field> headers = List.of(new Field("UCP-Agent", "profile=\"" + agent.profileUrl() + "\""));
        boolean write = !method.equals("GET") && !method.equals("HEAD") && !method.equals("OPTIONS");
        return new Call(
                agent,
                method,
                path,
                headers,
                null,
                write ? FRESH : null,
                null,
                null,
                Signing.usual(),
                UnaryOperator.identity());
    }

    /** What it is signed with: the time, the scheme, the target's usual authority, a source of fresh keys. */
    public record Sending(Instant now, String scheme, String authority, String freshKey) {}

    /** The request, ready to send, and its signature base. */
    public record Prepared(RawRequest request, String base) {}

    /** Signs it. */
    public Prepared prepare(Sending sending) {
        List<Field> all = new ArrayList<>();
        all.add(new Field("Host", authority == null ? sending.authority() : authority));
        all.addAll(headers);
        if (idempotencyKey != null) {
            all.add(new Field("Idempotency-Key", idempotencyKey.isEmpty() ? sending.freshKey() : idempotencyKey));
        }
        byte[] octets = body == null ? new byte[0] : body;
        if (body != null) {
            all.add(new Field("Content-Digest", digest == null ? digestOf(octets) : digest));
        } else if (digest != null) {
            all.add(new Field("Content-Digest", digest));
        }
        if (body != null || !method.equals("GET")) {
            all.add(new Field("Content-Length", Integer.toString(octets.length)));
        }
        Signing.Signed signed =
                signing.sign(new RawRequest(method, target, all, octets), agent, sending.scheme(), sending.now());
        return new Prepared(sent.apply(signed.request()), signed.base());
    }

    /** The field value for these octets (RFC 9530). */
    public static String digestOf(byte[] octets) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(Sha256.bytes(octets)) + ":";
    }

    /** Who calls. */
    public Agent agent() {
        return agent;
    }

    /** The method. */
    public String method() {
        return method;
    }

    /** The path with any query. */
    public String target() {
        return target;
    }

    /** The body; null for none. */
    public byte @Nullable [] body() {
        return body;
    }

    private Call with(List<Field> otherHeaders, byte @Nullable [] otherBody, Signing otherSigning) {
        return new Call(
                agent, method, target, otherHeaders, otherBody, idempotencyKey, digest, authority, otherSigning, sent);
    }

    /** As another agent, who also signs; the profile goes with it. */
    public Call by(Agent other) {
        Call changed = new Call(other, method, target, headers, body, idempotencyKey, digest, authority, signing, sent);
        return changed.header("UCP-Agent", "profile=\"" + other.profileUrl() + "\"");
    }

    /** With another method. */
    public Call method(String other) {
        return new Call(agent, other, target, headers, body, idempotencyKey, digest, authority, signing, sent);
    }

    /** With another path. */
    public Call path(String other) {
        return new Call(agent, method, other, headers, body, idempotencyKey, digest, authority, signing, sent);
    }

    /** With a raw query in place of any. */
    public Call query(String raw) {
        int mark = target.indexOf('?');
        return path((mark < 0 ? target : target.substring(0, mark)) + "?" + raw);
    }

    /** With this JSON as its body. */
    public Call json(JsonNode json) {
        return body(json.toString().getBytes(StandardCharsets.UTF_8), "application/json");
    }

    /** With these octets as its body. */
    public Call body(byte[] octets, String contentType) {
        return with(headers, octets, signing).header("Content-Type", contentType);
    }

    /** With this bearer token; null for none. */
    public Call token(@Nullable String token) {
        return token == null ? without("Authorization") : header("Authorization", "Bearer " + token);
    }

    /** With this header in place of any of its name. */
    public Call header(String name, String value) {
        return without(name).addHeader(name, value);
    }

    /** With one more header line. */
    public Call addHeader(String name, String value) {
        List<Field> more = new ArrayList<>(headers);
        more.add(new Field(name, value));
        return with(more, body, signing);
    }

    /** Without headers of this name. */
    public Call without(String name) {
        return with(headers.stream().filter(field -> !field.is(name)).toList(), body, signing);
    }

    /** With this Idempotency-Key at every sending; null for none at all. */
    public Call idempotencyKey(@Nullable String key) {
        return new Call(agent, method, target, headers, body, key, digest, authority, signing, sent);
    }

    /** With this Content-Digest, whatever the body. */
    public Call digest(String raw) {
        return new Call(agent, method, target, headers, body, idempotencyKey, raw, authority, signing, sent);
    }

    /** With this Host, which is signed too. */
    public Call authority(String host) {
        return new Call(agent, method, target, headers, body, idempotencyKey, digest, host, signing, sent);
    }

    /** With another list of covered components, each with its quotes. */
    public Call covering(UnaryOperator<List<String>> change) {
        return with(headers, body, signing.components(change));
    }

    /** Created then; null for no {@code created}. */
    public Call created(@Nullable Instant at) {
        return createdText(at == null ? null : Long.toString(at.getEpochSecond()));
    }

    /** With this text after {@code created=}; null for none. */
    public Call createdText(@Nullable String raw) {
        return with(headers, body, signing.created(raw));
    }

    /** Good until then; null for no {@code expires}. */
    public Call expires(@Nullable Instant at) {
        return with(headers, body, signing.expires(at));
    }

    /** With other signature parameters, by name to RFC 9651 text. */
    public Call params(UnaryOperator<Map<String, String>> change) {
        return with(headers, body, signing.parameters(change));
    }

    /** With another label. */
    public Call label(String label) {
        return with(headers, body, signing.label(label));
    }

    /** Signed by another's key and keyid; the profile stays. */
    public Call signer(Agent other) {
        return with(headers, body, signing.signer(other));
    }

    /** With other octets for its signature. */
    public Call signature(UnaryOperator<byte[]> change) {
        return with(headers, body, signing.octets(change));
    }

    /** Changed after it is signed. */
    public Call sent(UnaryOperator<RawRequest> change) {
        UnaryOperator<RawRequest> before = sent;
        return new Call(
                agent,
                method,
                target,
                headers,
                body,
                idempotencyKey,
                digest,
                authority,
                signing,
                request -> change.apply(before.apply(request)));
    }
}
