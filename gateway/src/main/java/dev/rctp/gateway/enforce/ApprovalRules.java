package dev.rctp.gateway.enforce;

import java.net.URI;
import java.time.Duration;

/**
 * How sellers are asked (APR-1).
 *
 * @param timeout how long they have to answer
 * @param mostWaiting how many calls of one agent may wait for one seller
 * @param origin where the page is, such as {@code https://agents.shop.example}
 */
public record ApprovalRules(Duration timeout, int mostWaiting, URI origin) {

    /** The address of the page that asks. */
    String page(String approval) {
        return origin.resolve("/approve/" + approval).toString();
    }
}
