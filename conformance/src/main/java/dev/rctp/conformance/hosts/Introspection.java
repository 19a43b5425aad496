package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** How the authorization server answers for a grant's tokens (RFC 7662 section 2.2, GRA-4). */
@FunctionalInterface
public interface Introspection {

    /** The answer in place of the right one. */
    Reply answer(Reply right);

    /** The right answer. */
    static Introspection normal() {
        return right -> right;
    }

    /** This status without content. */
    static Introspection status(int status) {
        return right -> Reply.of(status);
    }

    /** This answer. */
    static Introspection raw(int status, String contentType, String body) {
        return right -> Reply.of(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The connection closes without an answer. */
    static Introspection hangUp() {
        return right -> Reply.hangUp();
    }

    /** The right answer, so much later. */
    static Introspection slow(Duration by) {
        return right -> right.after(by);
    }

    /** The right answer, an octet each second. */
    static Introspection trickle() {
        return right -> right.content() instanceof Reply.Octets(byte[] octets)
                ? Reply.streaming(right.status(), "application/json", out -> {
                    for (byte octet : octets) {
                        out.write(octet);
                        out.flush();
                        Thread.sleep(Duration.ofSeconds(1));
                    }
                })
                : right;
    }
}
