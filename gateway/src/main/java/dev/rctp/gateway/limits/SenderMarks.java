package dev.rctp.gateway.limits;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Marks that tell apart what was sent from different addresses about one thing, and tell nothing else: neither an address nor who sent
 * something about another thing. Their key is random and ends with the process. An IPv6 network of 64 bits is one address.
 */
public final class SenderMarks {

    private static final String HMAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int MARK_BYTES = 12;

    private final SecretKeySpec key;

    /** Marks under a key of their own. */
    public SenderMarks(SecureRandom random) {
        byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, HMAC);
    }

    /** The mark of what comes from there about that. */
    public String of(String about, InetAddress from) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(Prefix.of(from)).flip());
            byte[] whole = mac.doFinal(about.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, MARK_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }
}
