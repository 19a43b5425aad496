package dev.rctp.conformance.breakable.grant;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.registries.Reason;
import java.net.URI;
import java.util.Set;

/** Refusals that carry {@code WWW-Authenticate}, and they alone (GRA-3). */
public final class Challenges {

    private final String known;
    private final Set<Fault> faults;

    /** With the configured issuer and resource. */
    public Challenges(BreakableConfig config, Set<Fault> faults) {
        String realm = faults.contains(Fault.GRA_WRONG_REALM) ? config.origin() : config.issuer();
        String metadata = ", resource_metadata=\"" + metadataUrl(config) + "\"";
        this.known =
                "Bearer realm=\"" + realm + "\"" + (faults.contains(Fault.GRA_NO_RESOURCE_METADATA) ? "" : metadata);
        this.faults = faults;
    }

    /** Where the protected resource metadata is (RFC 9728 section 3.1). */
    public static String metadataUrl(BreakableConfig config) {
        URI resource = URI.create(config.text("/profile/resource"));
        String path = resource.getRawPath().equals("/") ? "" : resource.getRawPath();
        return resource.resolve("/.well-known/oauth-protected-resource" + path).toString();
    }

    /** 401: no bearer token came. */
    public Refusal tokenMissing() {
        Refusal refusal = Refusal.of(Reason.GRANT_INVALID, "The call needs a seller's grant.");
        return refusal.challenging(
                known + (faults.contains(Fault.GRA_ERROR_WITHOUT_TOKEN) ? ", error=\"invalid_token\"" : ""));
    }

    /** 401: the token isn't good for this call. */
    public Refusal tokenInvalid() {
        Refusal refusal = Refusal.of(Reason.GRANT_INVALID, "The token is not good for this call.");
        if (faults.contains(Fault.GRA_NO_CHALLENGE)) {
            return refusal;
        }
        return refusal.challenging(known + ", error=\"invalid_token\"");
    }

    /** 403: the verb's scope isn't granted. */
    public Refusal insufficientScope(String scope) {
        Refusal refusal = Refusal.of(Reason.ACTION_FORBIDDEN, "The grant doesn't have this action's scope.");
        if (faults.contains(Fault.GRA_SCOPE_NOT_NAMED)) {
            return refusal.challenging(known + ", error=\"insufficient_scope\"");
        }
        return refusal.challenging(known + ", error=\"insufficient_scope\", scope=\"" + scope + "\"");
    }
}
