package dev.rctp.grant;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP client that calls go to the authorization server through (GRA-4). Each call has one deadline for the whole
 * exchange, from connecting to the last byte; it follows no redirect, limits the body's size, and repeats nothing but what met a
 * kept connection that was already dead.
 */
public interface AuthorizationServerTransport {

    /**
     * One GET that asks for {@code application/json}.
     *
     * @throws IOException where no whole answer came within the deadline and the size limit
     */
    Answer get(URI uri) throws IOException, InterruptedException;

    /**
     * One POST of a form, {@code application/x-www-form-urlencoded}, that asks for {@code application/json}.
     *
     * @param basicCredentials the value after {@code Authorization: Basic} and a space, a secret (RFC 6749 2.3.1)
     * @param form the encoded form; it holds the agent's token, so no log may show it
     * @throws IOException where no whole answer came within the deadline and the size limit
     */
    Answer postForm(URI uri, String basicCredentials, String form) throws IOException, InterruptedException;

    /**
     * A whole answer, whatever its status.
     *
     * @param status the status code
     * @param contentType the {@code Content-Type} field; null where there is none
     * @param body the raw body
     */
    record Answer(int status, @Nullable String contentType, byte[] body) {}
}
