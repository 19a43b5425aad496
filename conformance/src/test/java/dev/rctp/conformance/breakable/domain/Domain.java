package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.*;
import dev.rctp.conformance.breakable.call.*;
import dev.rctp.conformance.breakable.caller.Profiles;
import dev.rctp.conformance.breakable.http.*;
import dev.rctp.conformance.breakable.upstream.Upstream;
import dev.rctp.registries.Reason;
import java.util.Set;

/** Stands in until the back half is there. */
public final class Domain implements AutoCloseable {
    public Domain(BreakableConfig config, GatewayClock clock, Upstream upstream, Profiles profiles, Rechecks rechecks, Set<Fault> faults) {}
    public Outcome decide(Admitted call) { return Outcome.Refused.of(Reason.NOT_IN_SCOPE, "placeholder"); }
    public Response page(Request request) { return Response.empty(404); }
    public Response manage(Request request) { return Response.empty(404); }
    @Override public void close() {}
}
