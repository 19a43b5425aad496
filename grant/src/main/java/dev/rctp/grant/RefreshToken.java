package dev.rctp.grant;

/** What gives the next tokens, once; used twice it revokes the grant (GRA-7). Keep it encrypted, and never use one from two places at once. */
public final class RefreshToken implements GrantToken {

    private final String secret;

    private RefreshToken(String secret) {
        this.secret = secret;
    }

    /** The refresh token with this text, as it was kept; throws {@link IllegalArgumentException} where it can't be one (RFC 6750 2.1). */
    public static RefreshToken of(String secret) {
        if (!BearerField.isToken(secret)) {
            throw new IllegalArgumentException("not a token");
        }
        return new RefreshToken(secret);
    }

    @Override
    public String secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "RefreshToken";
    }
}
