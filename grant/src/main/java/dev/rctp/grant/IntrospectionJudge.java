package dev.rctp.grant;

import dev.rctp.registries.Reason;
import dev.rctp.registries.Schemas;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges one introspection view (GRA-2, GRA-3, GRA-6): the grant's state first, then whose token it is, then the whole view. */
final class IntrospectionJudge {

    private final Issuer issuer;
    private final String resource;
    private final Schemas schemas;
    private final InstantSource clock;

    IntrospectionJudge(Issuer issuer, String resource, Schemas schemas, InstantSource clock) {
        this.issuer = issuer;
        this.resource = resource;
        this.schemas = schemas;
        this.clock = clock;
    }

    /** What is asked of the token itself. */
    enum Token {
        /** It must be good now. */
        LIVE,
        /** It was good once; the grant alone must be live now, which the view must say (GRA-2). */
        MAY_HAVE_LAPSED
    }

    GrantVerdict judge(ObjectNode view, String jkt, Token needed) throws GrantUndecidedException {
        boolean active = active(view);
        switch (grantStatus(view)) {
            case "revoked" -> {
                return refused(Reason.GRANT_REVOKED, "The seller or the operator revoked this grant.");
            }
            case "expired" -> {
                return refused(Reason.GRANT_EXPIRED, "This grant has ended; the seller must consent again.");
            }
            default -> {}
        }
        boolean lapsed = !active && needed == Token.MAY_HAVE_LAPSED && view.has("grant_status");
        if (!active && !lapsed) {
            return invalid("The access token is unknown or has lapsed.");
        }
        if (!isForUs(view)) {
            return invalid("The access token was issued by or for another party (iss, aud).");
        }
        requireSchema(view);
        return bound(IntrospectionView.of(view), jkt, needed);
    }

    private GrantVerdict bound(IntrospectionView view, String jkt, Token needed) {
        if (needed == Token.LIVE && !clock.instant().isBefore(view.expiresAt())) {
            return invalid("The access token has lapsed.");
        }
        if (!view.tokenJkt().equals(jkt) || !view.grantJkt().equals(jkt)) {
            return invalid("The access token is bound to another key than the one that signed the call.");
        }
        return new Grant(view.sub(), view.agentId(), jkt, view.scopes(), view.tiers(), view.expiresAt());
    }

    private static boolean active(ObjectNode view) throws GrantUndecidedException {
        JsonNode active = view.path("active");
        if (!active.isBoolean()) {
            throw new GrantUndecidedException("introspection was answered without a boolean 'active'");
        }
        return active.booleanValue();
    }

    /** The registered state, or {@code active} where a view without one says nothing else. */
    private static String grantStatus(ObjectNode view) throws GrantUndecidedException {
        JsonNode status = view.path("grant_status");
        if (status.isMissingNode()) {
            return "active";
        }
        String text = status.isString() ? status.stringValue() : "";
        if (!List.of("active", "revoked", "expired").contains(text)) {
            throw new GrantUndecidedException("introspection was answered with an unknown grant_status");
        }
        return text;
    }

    private boolean isForUs(ObjectNode view) throws GrantUndecidedException {
        JsonNode iss = view.path("iss");
        return (iss.isMissingNode() || iss.asString("").equals(issuer.text())) && isAudience(view.path("aud"));
    }

    private boolean isAudience(JsonNode aud) throws GrantUndecidedException {
        if (aud.isMissingNode()) {
            return true;
        }
        if (aud.isArray()) {
            return aud.valueStream().anyMatch(this::isResource);
        }
        if (!aud.isString()) {
            throw new GrantUndecidedException("introspection was answered with an aud that is neither text nor list");
        }
        return isResource(aud);
    }

    private boolean isResource(JsonNode name) {
        return name.isString() && name.stringValue().equals(resource);
    }

    private void requireSchema(ObjectNode view) throws GrantUndecidedException {
        List<Schemas.Fault> faults = schemas.validate("grant-introspection", view);
        if (!faults.isEmpty()) {
            // the path only: the fault's message may quote a value
            throw new GrantUndecidedException("introspection was answered with a view that breaks its schema at '"
                    + faults.getFirst().path() + "'");
        }
    }

    private static GrantRefused invalid(String sentence) {
        return refused(Reason.GRANT_INVALID, sentence);
    }

    private static GrantRefused refused(Reason reason, String sentence) {
        return new GrantRefused(reason, sentence, true);
    }
}
