package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Cast;
import dev.rctp.conformance.world.World;
import java.nio.charset.StandardCharsets;

/** Calls with one fault each, to set one check of DEC-1 against another. */
final class Faulty {

    /** An id that nothing has. */
    static final String NOWHERE = "nothing-has-this-id";

    private Faulty() {}

    /** Without a signature. */
    static Call unsigned(Call call) {
        return call.sent(request -> request.without("Signature").without("Signature-Input"));
    }

    /** With a signature that doesn't verify. */
    static Call badlySigned(Call call) {
        return call.signature(octets -> {
            byte[] changed = octets.clone();
            changed[changed.length - 1] ^= 1;
            return changed;
        });
    }

    /** Of an operator that isn't onboarded, by its own key. */
    static Call ofStranger(World world, Call call) {
        return call.by(world.cast().agent(Cast.STRANGER, 1));
    }

    /** With a body that is no JSON. */
    static Call malformed(Call call) {
        return call.body("{\"text\":".getBytes(StandardCharsets.UTF_8), "application/json");
    }

    /** On another subject. */
    static Call on(Call call, String id, String other) {
        return call.path(call.target().replace(id, other));
    }
}
