package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Terms;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** CPR-1: what a listing asks of the buyer's operator. */
public final class Cpr1 implements Section {

    private static final String ELSEWHERE = "AQ";

    @Override
    public void register(Suite suite) {
        suite.test("CPR-1.1", Cpr1::jurisdictions);
        suite.test("CPR-1.2", Cpr1::incidents);
        suite.test("CPR-1.3", Cpr1::certifications);
        suite.test("CPR-1.4", Cpr1::met);
    }

    private static JsonNode config(Trial t) {
        return t.world()
                .cast()
                .operator(t.scene().buyer().operator())
                .profile()
                .at("/ucp/capabilities/dev.rctp.operator/0/config");
    }

    private static void jurisdictions(Trial t) {
        ObjectNode met = Json.object();
        met.putArray("jurisdictions").add(ELSEWHERE).add(config(t).path("jurisdiction"));
        ObjectNode unmet = Json.object();
        unmet.putArray("jurisdictions").add(ELSEWHERE);
        judge(t, met, unmet);
    }

    private static void incidents(Trial t) {
        int hours = config(t).path("incident_sla_hours").asInt(-1);
        judge(
                t,
                Json.object().put("max_incident_sla_hours", hours),
                Json.object().put("max_incident_sla_hours", hours - 1));
    }

    private static void certifications(Trial t) {
        ObjectNode met = Json.object();
        met.set("certifications", certificates(t));
        ObjectNode unmet = Json.object();
        unmet.set("certifications", certificates(t).add("A certificate that nobody has"));
        judge(t, met, unmet);
    }

    private static ArrayNode certificates(Trial t) {
        ArrayNode all = Json.object().putArray("certifications");
        config(t).path("certifications").forEach(all::add);
        return all;
    }

    private static void judge(Trial t, ObjectNode met, ObjectNode unmet) {
        t.control(offer(t, met), 201);
        t.refused(t.send(offer(t, unmet)), 403, "counterparty_not_eligible");
    }

    private static void met(Trial t) {
        ObjectNode all = Json.object()
                .put(
                        "max_incident_sla_hours",
                        config(t).path("incident_sla_hours").asInt(-1));
        all.putArray("jurisdictions").add(config(t).path("jurisdiction"));
        all.set("certifications", certificates(t));
        t.accepted(t.send(offer(t, all)), 201);
    }

    private static Call offer(Trial t, ObjectNode asked) {
        Listing listing = t.scene().listing(terms -> Terms.with(terms, "counterparty_requirements", asked));
        return t.scene().offer(t.scene().buyer(), listing, listing.listPrice());
    }
}
