package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Which keys of a profile count (OPR-3). */
public final class Opr3 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("OPR-3.1", Opr3::foreignName);
        suite.test("OPR-3.2", t -> Spare.with(t, Opr3::behindUnknownTypes).known());
        suite.test("OPR-3.3", skipped(key -> key.put("use", "enc")));
        suite.test("OPR-3.4", skipped(key -> operations(key, "sign", "encrypt")));
        suite.test("OPR-3.5", Opr3::privateMembers);
        suite.test("OPR-3.6", t -> {
            UnaryOperator<ObjectNode> change = key -> operations(key.put("use", "sig"), "verify");
            Spare.with(t, profile -> changed(profile, 0, change)).known();
        });
    }

    private static ObjectNode changed(ObjectNode profile, int n, UnaryOperator<ObjectNode> change) {
        Spare.keys(profile)
                .set(n, change.apply((ObjectNode) Spare.keys(profile).get(n).deepCopy()));
        return profile;
    }

    private static ObjectNode operations(ObjectNode key, String... operations) {
        key.putArray("key_ops")
                .addAll(List.of(operations).stream()
                        .map(JsonNodeFactory.instance::stringNode)
                        .toList());
        return key;
    }

    /** The second key is changed and can't be used, while the first one can. */
    private static Test skipped(UnaryOperator<ObjectNode> change) {
        return t -> {
            Spare spare = Spare.with(t, profile -> changed(profile, 1, change));
            t.control(spare.call(spare.agent(1)));
            t.refused(t.send(spare.call(spare.agent(2))), 401, "operator_unknown");
        };
    }

    private static void foreignName(Trial t) {
        Spare spare = Spare.with(t, profile -> changed(profile, 1, key -> key.put("kid", "key-2")));
        t.control(spare.call(spare.agent(1)));
        Call call = spare.call(spare.agent(2));
        t.refused(t.send(Positives.with(call, "keyid", "\"key-2\"")), 401, "operator_unknown");
        t.refused(t.send(call), 401, "operator_unknown");
    }

    private static ObjectNode behindUnknownTypes(ObjectNode profile) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        Spare.keys(profile)
                .insert(0, json.objectNode().put("kty", "PQC").put("kid", "pqc").put("pub", "AAAA"));
        Spare.keys(profile)
                .insert(
                        1,
                        json.objectNode()
                                .put("kty", "EC")
                                .put("crv", "secp256k1")
                                .put("kid", "k1")
                                .put("x", "AAAA")
                                .put("y", "AAAA"));
        return profile;
    }

    private static void privateMembers(Trial t) {
        Spare.with(t, profile -> changed(profile, 0, key -> key.put("d", "AAAA")))
                .unknown();
        Spare.with(t, profile -> changed(profile, 1, key -> key.put("d", "AAAA")))
                .unknown();
        Spare whole = Spare.of(t);
        whole.publishKey(whole.newKey("leaked", SignatureAlgorithm.ED25519));
        whole.unknown();
        Spare rsa = Spare.of(t);
        rsa.publishKey(JsonNodeFactory.instance
                .objectNode()
                .put("kty", "RSA")
                .put("kid", "rsa")
                .put("n", "AQAB")
                .put("e", "AQAB")
                .put("p", "AQAB"));
        rsa.unknown();
    }
}
