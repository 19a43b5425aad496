package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Page;
import java.util.Map;

/** TEST ONLY: the page that tells a person why a request for a grant does not go on. */
final class MessageScreen {

    private final Page page = Page.load("message.html");

    /** 400 with this heading and what there is to say under it. */
    Outgoing show(String heading, String sentence) {
        return Outgoing.page(400, page.fill(Map.of("heading", heading, "sentence", sentence)));
    }
}
