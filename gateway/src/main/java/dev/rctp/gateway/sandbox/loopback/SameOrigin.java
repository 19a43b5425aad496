package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.msgsig.HttpFields;
import java.util.Optional;

/** TEST ONLY: keeps the pages of other origins from acting here in a person's name (Fetch Metadata; RFC 6454). */
public final class SameOrigin {

    private SameOrigin() {}

    /**
     * Whether a page of this origin sent the request; what carries neither header is no browser, and has no person to deceive.
     *
     * @param origin such as {@code http://localhost:4000}
     */
    public static boolean sent(HttpFields fields, String origin) {
        Optional<String> site = fields.combined("sec-fetch-site");
        return site.isPresent()
                ? site.get().equals("same-origin")
                : fields.combined("origin").filter(o -> !o.equals(origin)).isEmpty();
    }

    /**
     * Whether a request may go on to its path; to {@code /test/}, which asks for no secret, if it names this machine and no page of
     * another origin wants to change something.
     *
     * @param authority the value of {@code Host}
     */
    public static boolean admits(String method, String path, String authority, HttpFields fields) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        return !path.startsWith("/test/") || (isLoopback(authority) && (reads || sent(fields, "http://" + authority)));
    }

    /** Whether an authority is this machine's, so that no web page reaches it under a name of its own. */
    static boolean isLoopback(String authority) {
        String host = authority.replaceFirst(":[0-9]*$", "");
        return host.equalsIgnoreCase("localhost") || host.equals("127.0.0.1");
    }
}
