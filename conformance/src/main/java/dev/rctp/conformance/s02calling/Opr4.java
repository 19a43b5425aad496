package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Scene;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What a profile says of its operator, and who may begin anything (OPR-4, OPR-5, OPR-6). */
public final class Opr4 implements Section {

    private static final List<String> OPTIONAL = List.of("certifications", "data_residency", "key_custody");
    private static final long PRICE = 50_000;

    @Override
    public void register(Suite suite) {
        suite.test(
                "OPR-4.1",
                t -> Spare.with(t, profile -> without(profile, "dev.rctp.operator"))
                        .unknown());
        suite.test("OPR-4.2", missing("legal_entity"));
        suite.test("OPR-4.3", missing("jurisdiction"));
        suite.test("OPR-4.4", missing("incident_contact"));
        suite.test("OPR-4.5", missing("incident_sla_hours"));
        suite.test("OPR-4.6", t -> {
            for (String place : List.of("Germany", "D", "49")) {
                Spare.with(t, profile -> jurisdiction(profile, place)).unknown();
            }
        });
        suite.test("OPR-4.7", Opr4::optional);
        suite.test(
                "OPR-4.8",
                t -> Spare.with(t, profile -> without(profile, "dev.rctp.deal")).known());
        suite.test("OPR-5.1", Opr4::version);
        suite.test("OPR-6.4", Opr4::closing);
    }

    private static ObjectNode without(ObjectNode profile, String capability) {
        ((ObjectNode) profile.at("/ucp/capabilities")).remove(capability);
        return profile;
    }

    private static Test missing(String member) {
        return t -> Spare.with(t, profile -> {
                    Spare.config(profile).remove(member);
                    return profile;
                })
                .unknown();
    }

    private static ObjectNode jurisdiction(ObjectNode profile, String place) {
        Spare.config(profile).put("jurisdiction", place);
        return profile;
    }

    private static void optional(Trial t) {
        Spare.with(t, profile -> {
                    Spare.config(profile).remove(OPTIONAL);
                    return profile;
                })
                .known();
        Spare.with(t, profile -> {
                    ObjectNode config = Spare.config(profile);
                    config.putArray("certifications").add("SOC 2");
                    config.putArray("data_residency").add("EU");
                    config.put("key_custody", "hsm");
                    return profile;
                })
                .known();
    }

    private static void version(Trial t) {
        Spare spare = Spare.with(t, profile -> {
            ((ObjectNode) profile.path("ucp")).put("version", "2020-02-02");
            return profile;
        });
        Answer answer = spare.answer();
        t.blockedUnless(spare.operator().fetches() > 0, Spare.NOT_FETCHED);
        t.refused(answer, 401, "operator_unknown", "version_unsupported");
    }

    private static void closing(Trial t) {
        Scene scene = t.scene();
        Call good = scene.offer(scene.buyer(), scene.bareListing(), PRICE);
        t.control(good);
        Answer answer = t.send(good.by(scene.closing()));
        t.that(
                answer.status() / 100 == 4 && answer.reason() != null,
                "A new offer of an operator with the role `closing` was to be refused, not " + answer.inShort());
    }
}
