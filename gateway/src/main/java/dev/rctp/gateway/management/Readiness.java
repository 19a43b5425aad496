package dev.rctp.gateway.management;

import dev.rctp.attest.GroupCommit;
import dev.rctp.gateway.store.Database;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this gateway can decide calls: it is not being stopped, its ledger runs, its database answers and their clocks agree (protocol section 1). */
public final class Readiness {

    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

    private final Database database;
    private final GroupCommit ledger;
    private final InstantSource wallClock;
    private volatile boolean stopping;

    /** The clock is that of the machine, without a sandbox's offset. */
    public Readiness(Database database, GroupCommit ledger, InstantSource wallClock) {
        this.database = database;
        this.ledger = ledger;
        this.wallClock = wallClock;
    }

    /** From now on it is not ready: nobody new is let in, and what is in flight is finished. */
    public void stopping() {
        stopping = true;
    }

    /** What was checked, and whether it is well. */
    Map<String, Boolean> checks() {
        Map<String, Boolean> checks = new LinkedHashMap<>();
        checks.put("running", !stopping);
        checks.put("ledger", ledger.running());
        try {
            var skew = database.clockSkew(wallClock).abs();
            checks.put("database", true);
            checks.put("clock", skew.compareTo(Database.MAX_CLOCK_SKEW) <= 0);
        } catch (SQLException e) {
            LOG.atWarn().setCause(e).log("the database does not answer");
            checks.put("database", false);
        }
        return checks;
    }
}
