package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * The authorization server's refusal.
 *
 * @param error its code: {@code access_denied} where the seller said no, {@code invalid_grant} where a grant or code is no longer good,
 *     {@code invalid_authorization_details}, or another of RFC 6749 4.1.2.1 and 5.2, RFC 7009, RFC 8707, RFC 9396
 * @param description its sentence for developers, cut to 300 printable ASCII characters; empty where there is none
 */
public record OAuthRefused(String error, String description) implements TokenVerdict, RevocationVerdict {

    private static final Pattern CODE = Pattern.compile("[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}");
    private static final int LONGEST = 300;

    /** The refusal with this code; empty for a text that can't be one (RFC 6749 5.2). */
    static Optional<OAuthRefused> of(String error, String description) {
        String printable = description.replaceAll("[^\\x20-\\x7E]", " ");
        return CODE.matcher(error).matches()
                ? Optional.of(new OAuthRefused(error, printable.substring(0, Math.min(printable.length(), LONGEST))))
                : Optional.empty();
    }

    /** The refusal in a 400 or 401 of an endpoint; every other answer decides nothing. */
    static OAuthRefused of(String what, Answer answer) throws GrantUndecidedException {
        if (answer.status() != 400 && answer.status() != 401) {
            throw new GrantUndecidedException(what + " was answered with status " + answer.status());
        }
        ObjectNode body = JsonAnswer.body(what, answer);
        return of(
                        body.path("error").asString(""),
                        body.path("error_description").asString(""))
                .orElseThrow(() -> new GrantUndecidedException(what + " was refused without an error code"));
    }
}
