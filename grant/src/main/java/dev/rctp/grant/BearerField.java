package dev.rctp.grant;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Authorization field of a seller-side call: exactly one bearer token (RFC 6750 2.1), nothing beside it. */
final class BearerField {

    private static final int MOST = 8192;
    private static final String TOKEN = "[A-Za-z0-9._~+/-]+=*";
    private static final Pattern SYNTAX = Pattern.compile("(?i:Bearer) (" + TOKEN + ")");
    private static final Pattern SCHEME = Pattern.compile("(?i:Bearer)( .*)?");

    private BearerField() {}

    /** The token; empty for another scheme, no or more than one token, or characters that a token cannot have. */
    static Optional<String> token(String field) {
        Matcher matcher = SYNTAX.matcher(field);
        return field.length() <= MOST && matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Whether this text can be sent as a bearer token. */
    static boolean isToken(String text) {
        return text.length() <= MOST && text.matches(TOKEN);
    }

    /** Whether the field means to present a bearer token, well-formed or not. */
    static boolean hasBearerScheme(String field) {
        return SCHEME.matcher(field).matches();
    }
}
