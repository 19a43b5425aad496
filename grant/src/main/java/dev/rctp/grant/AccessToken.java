package dev.rctp.grant;

/** What the agent's calls carry after {@code Bearer} and a space, in a header that the signature covers (SIG-2); 900 s long (GRA-7). */
public final class AccessToken implements GrantToken {

    private final String secret;

    private AccessToken(String secret) {
        this.secret = secret;
    }

    /** The access token with this text; throws {@link IllegalArgumentException} where it can't be one (RFC 6750 2.1). */
    public static AccessToken of(String secret) {
        if (!BearerField.isToken(secret)) {
            throw new IllegalArgumentException("not a token");
        }
        return new AccessToken(secret);
    }

    @Override
    public String secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "AccessToken";
    }
}
