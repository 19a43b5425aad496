package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import java.util.Optional;

/** TEST ONLY: keeps the pages of other origins from sending forms here in a person's name (Fetch Metadata; RFC 6454). */
final class SameOrigin {

    private SameOrigin() {}

    /** Whether a page of this server sent the form; what carries neither header is no browser, and has no person to deceive. */
    static boolean sent(Incoming form, String issuer) {
        Optional<String> site = form.fields().combined("sec-fetch-site");
        return site.isPresent()
                ? site.get().equals("same-origin")
                : form.fields()
                        .combined("origin")
                        .filter(o -> !o.equals(issuer))
                        .isEmpty();
    }
}
