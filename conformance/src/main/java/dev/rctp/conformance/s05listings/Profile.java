package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import tools.jackson.databind.JsonNode;

/** The gateway's profile, where the plan says that it is (DIS-1). */
public final class Profile {

    private Profile() {}

    /** What it is answered as. */
    public static Answer of(Trial t) {
        return t.page("GET", t.world().target().plan().profileUrl().toString(), null);
    }

    /** A member of the {@code config} of its {@code dev.rctp.deal} entry; a missing node where there is none. */
    public static JsonNode ofDeals(Trial t, String member) {
        return of(t).at("ucp/capabilities/dev.rctp.deal/0/config/" + member);
    }
}
