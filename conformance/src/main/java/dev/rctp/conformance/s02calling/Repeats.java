package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;

/** What tests of repeats share (IDM-1). */
public final class Repeats {

    /** The header of a stored answer. */
    public static final String REPLAYED = "Idempotency-Replayed";

    private Repeats() {}

    /** A key that no call had. */
    public static String key(Trial t) {
        return t.world().fresh(24);
    }

    /** How many calls the marketplace got whose path has this text. */
    static int effects(Trial t, String fragment) {
        return t.world().marketplace().requests(fragment).size();
    }

    /** A verb that is always forbidden and whose method is PATCH. */
    static Call accountUpdate(Trial t) {
        Scene scene = t.scene();
        return scene.calls()
                .verb(scene.sellerAgent(), "account.update", "", Json.object())
                .token(scene.grant().token());
    }
}
