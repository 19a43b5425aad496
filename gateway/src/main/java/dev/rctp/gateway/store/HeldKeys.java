package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The keys that held calls and the terms submitted for them are sealed with (APR-6). */
public final class HeldKeys {

    private HeldKeys() {}

    /** How many are sealed with other keys than this, by key; those keys must stay configured until they are decided. */
    public static List<Map.Entry<String, Integer>> others(DataSource database, String keyId) {
        return RoundTrip.list(database, Approvals.sealedByOthers(keyId));
    }
}
