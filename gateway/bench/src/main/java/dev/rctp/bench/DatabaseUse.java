package dev.rctp.bench;

import dev.rctp.gateway.http.outbound.Origin;
import java.sql.SQLException;
import java.util.function.IntFunction;

/** Counts what calls ask of the database, without what a gateway asks of it by itself. */
final class DatabaseUse {

    private static final int SETTLE_MILLIS = 1500; // the server tells its counts up to a second late
    private static final int IDLE_SECONDS = 5;

    private final Store store;
    private final TurnRelay relay;
    private final Scenario scenario;
    private final Origin gateway;

    DatabaseUse(Store store, TurnRelay relay, Scenario scenario, Origin gateway) {
        this.store = store;
        this.relay = relay;
        this.scenario = scenario;
        this.gateway = gateway;
    }

    /**
     * What one call asks of it.
     *
     * @param trips round trips
     * @param transactions transactions, reads too
     * @param writes those that wrote, so had to become durable
     * @param failed how many of the calls failed
     */
    record PerCall(double trips, double transactions, double writes, int failed) {}

    private record Counts(long trips, long transactions, long writes) {
        Counts since(Counts before) {
            return new Counts(trips - before.trips, transactions - before.transactions, writes - before.writes);
        }
    }

    /** Calls so many times a second for so many seconds, after as many that aren't counted. */
    PerCall measure(IntFunction<Calls.Call> calls, int rate, int seconds) throws InterruptedException, SQLException {
        scenario.load(gateway, calls, rate, seconds);
        Counts before = counts();
        Thread.sleep(1000L * IDLE_SECONDS);
        Counts idle = counts();
        Load.Result load = scenario.load(gateway, calls, rate, seconds);
        Counts busy = counts().since(idle);
        Counts quiet = idle.since(before);
        double share = (load.seconds() + SETTLE_MILLIS / 1000.0) / (IDLE_SECONDS + SETTLE_MILLIS / 1000.0);
        return new PerCall(
                (busy.trips() - share * quiet.trips()) / load.calls(),
                (busy.transactions() - share * quiet.transactions()) / load.calls(),
                (busy.writes() - share * quiet.writes()) / load.calls(),
                load.failed());
    }

    private Counts counts() throws InterruptedException, SQLException {
        Thread.sleep(SETTLE_MILLIS);
        return new Counts(relay.turns(), store.transactions(), store.writes());
    }
}
