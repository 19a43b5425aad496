package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import tools.jackson.databind.JsonNode;

/** The gateway's own profile (DIS-1). */
public final class Profile {

    private Profile() {}

    /** As it is served. */
    public static Answer answer(Trial t) {
        return t.page("GET", t.world().target().plan().profileUrl().toString(), null);
    }

    /** What identity linking says of each scope. */
    public static JsonNode scopes(Trial t) {
        Answer profile = answer(t);
        JsonNode scopes = profile.at("ucp/capabilities/dev.ucp.common.identity_linking/0/config/scopes");
        t.blockedUnless(scopes.isObject(), "The profile has no `config.scopes`: " + profile.inShort());
        return scopes;
    }
}
