package dev.rctp.attest;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** Gives drafts their place, their signature and their hash (REC-2). */
final class EntryMaker {

    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
    private static final DateTimeFormatter AT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final EntrySigner signer;
    private final InstantSource clock;
    private volatile Key key;

    /** A key with what stands before what it signs. */
    private record Key(EntrySigner signer, String encodedHeader) {

        static Key of(EntrySigner signer) {
            String header = "{\"alg\":\"ES256\",\"kid\":\"" + signer.keyId() + "\",\"typ\":\"rctp-attestation+jwt\"}";
            return new Key(signer, BASE64URL.encodeToString(utf8(header)));
        }
    }

    EntryMaker(EntrySigner signer, InstantSource clock) {
        this.signer = signer;
        this.clock = clock;
        this.key = Key.of(signer.current());
    }

    /**
     * The entry that follows {@code head}. Its JCS is put together from the body's JCS and from members whose characters need no escaping
     * ({@link Subject}, {@link EntryDraft}), in the order RFC 8785 gives them.
     */
    MadeEntry make(EntryDraft draft, String bodyJcs, ChainHead head) {
        long seq = head.seq() + 1;
        long at = Math.max(clock.millis(), head.atMillis());
        String upToBody = "{\"at\":\"" + AT.format(Instant.ofEpochMilli(at)) + "\",\"body\":" + bodyJcs;
        String fromKind = ",\"kind\":\"" + draft.kind() + "\",\"prev_hash\":\"" + head.hash() + "\",\"seq\":" + seq
                + ",\"subject\":" + subjectJcs(draft.subject()) + ",\"v\":1}";
        byte[] jcs = utf8(upToBody + ",\"jws\":\"" + jws(upToBody + fromKind) + "\"" + fromKind);
        return new MadeEntry(draft.subject(), seq, jcs, Sha256.text(jcs), at);
    }

    /** The time that an entry made now would have. */
    Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    static String subjectJcs(Subject subject) {
        return "{\"id\":\"" + subject.id() + "\",\"type\":\"" + subject.type() + "\"}";
    }

    private String jws(String payload) {
        Key now = current();
        String signingInput = now.encodedHeader() + "." + BASE64URL.encodeToString(utf8(payload));
        byte[] signature = now.signer().sign(signingInput.getBytes(StandardCharsets.US_ASCII));
        return signingInput + "." + BASE64URL.encodeToString(signature);
    }

    private Key current() {
        EntrySigner now = signer.current();
        Key known = key;
        if (!known.signer().keyId().equals(now.keyId())) {
            known = Key.of(now);
            key = known;
        }
        return known;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
