package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** GRA-7 on tokens: opaque, short, rotating, revocable. */
final class Gra7Tokens implements Section {

    private static final long MOST_SECONDS = 900;

    @Override
    public void register(Suite suite) {
        suite.test("GRA-7.16", Gra7Tokens::opaque);
        suite.test("GRA-7.17", Gra7Tokens::shortLived);
        suite.test("GRA-7.18", Gra7Tokens::rotates);
        suite.test("GRA-7.19", Gra7Tokens::rotatedIsRefused);
        suite.test("GRA-7.20", Gra7Tokens::reuseRevokes);
        suite.test("GRA-7.24", Gra7Tokens::revoked);
        suite.test("GRA-7.25", Gra7Tokens::unknownToken);
        suite.test("GRA-7.28", Gra7Tokens::reuseEndsAccess);
        suite.test("GRA-7.29", Gra7Tokens::revocationEndsAccess);
    }

    private static void opaque(Trial t) {
        String token = new Asking(t).tokens().get("access_token");
        for (String part : token.split("\\.", -1)) {
            t.that(!isJson(part), "Nothing can be read out of an access token.");
        }
    }

    private static boolean isJson(String part) {
        try {
            byte[] octets = Base64.getUrlDecoder().decode(part);
            return new String(octets, StandardCharsets.ISO_8859_1).startsWith("{\"");
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static void shortLived(Trial t) {
        long life = t.said(new Asking(t).tokens().json().path("expires_in"), "`expires_in`")
                .number();
        t.that(life > 0 && life <= MOST_SECONDS, "`expires_in` is at most 900, not " + life + ".");
    }

    private static void rotates(Trial t) {
        Asking asking = new Asking(t);
        String first = asking.tokens().get("refresh_token");
        String second = asking.refresh(first).get("refresh_token");
        t.that(!second.isEmpty() && !second.equals(first), "A refresh gives another refresh token.");
    }

    private static void rotatedIsRefused(Trial t) {
        Asking asking = new Asking(t);
        String first = asking.tokens().get("refresh_token");
        asking.good(asking.refresh(first));
        asking.isInvalidGrant(asking.refresh(first), "A rotated refresh token");
    }

    private static void reuseRevokes(Trial t) {
        Asking asking = new Asking(t);
        String first = asking.tokens().get("refresh_token");
        String second = asking.good(asking.refresh(first)).get("refresh_token");
        JudgedServer.Reply used = asking.refresh(first);
        t.blockedUnless(used.status() != 200, "The rotated refresh token was not refused.");
        asking.isInvalidGrant(asking.refresh(second), "The newest refresh token after a rotated one was used");
    }

    private static void revoked(Trial t) {
        Asking asking = new Asking(t);
        String token = asking.tokens().get("refresh_token");
        t.equal(200, asking.revoke(token).status(), "The status of the revocation");
        asking.isInvalidGrant(asking.refresh(token), "A revoked refresh token");
    }

    private static void reuseEndsAccess(Trial t) {
        Asking asking = new Asking(t);
        String first = asking.tokens().get("refresh_token");
        String access = asking.good(asking.refresh(first)).get("access_token");
        t.blockedUnless(asking.server().isGood(access), "The access token was not good before.");
        t.blockedUnless(asking.refresh(first).status() != 200, "The rotated refresh token was not refused.");
        t.that(!asking.server().isGood(access), "The newest access token ends when a rotated refresh token is used.");
    }

    private static void revocationEndsAccess(Trial t) {
        Asking asking = new Asking(t);
        JudgedServer.Reply tokens = asking.tokens();
        String access = tokens.get("access_token");
        t.blockedUnless(asking.server().isGood(access), "The access token was not good before.");
        t.equal(200, asking.revoke(tokens.get("refresh_token")).status(), "The status of the revocation");
        t.that(!asking.server().isGood(access), "The access token ends with its grant.");
    }

    private static void unknownToken(Trial t) {
        t.equal(200, new Asking(t).revoke("nobody-gave-this-token").status(), "The status for an unknown token");
    }
}
