package dev.rctp.bench;

import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import java.sql.SQLException;
import java.util.function.IntFunction;

/** One way of calling through one process: warmed up, then measured. */
final class Scenario {

    private static final int SETTLE_MILLIS = 1500; // the server tells its counts up to a second late

    private final Options options;
    private final OutboundClient client;
    private final Agent agent;
    private final Store store;

    Scenario(Options options, OutboundClient client, Agent agent, Store store) {
        this.options = options;
        this.client = client;
        this.agent = agent;
        this.store = store;
    }

    /**
     * What was measured.
     *
     * @param load the calls
     * @param cpu the process's CPU time
     * @param writes transactions that wrote
     * @param transactions reads too
     */
    record Measured(Load.Result load, ProcessCpu.Reading cpu, long writes, long transactions) {

        /** Microseconds of CPU for one call. */
        double microsPerCall() {
            return cpu.all() / load.calls();
        }

        /** Writing transactions per second. */
        double writesPerSecond() {
            return writes / load.seconds();
        }

        /** All transactions per second. */
        double transactionsPerSecond() {
            return transactions / load.seconds();
        }
    }

    /** Warms up, half of it at the high rate, and measures at the rate. */
    Measured measure(PinnedProcess process, Origin origin, IntFunction<Calls.Call> calls)
            throws InterruptedException, SQLException {
        Load load = new Load(client);
        load.run(options.highRate(), options.warmup() / 2, call(origin, calls));
        store.analyze();
        load.run(options.rate(), options.warmup() - options.warmup() / 2, call(origin, calls));
        return measure(process, origin, calls, options.rate(), options.measure());
    }

    /** Measures at once. */
    Measured measure(PinnedProcess process, Origin origin, IntFunction<Calls.Call> calls, int rate, int seconds)
            throws InterruptedException, SQLException {
        Thread.sleep(SETTLE_MILLIS);
        long writes = store.writes();
        long transactions = store.transactions();
        ProcessCpu.Reading before = process.cpu().read();
        Load.Result load = new Load(client).run(rate, seconds, call(origin, calls));
        ProcessCpu.Reading cpu = process.cpu().read().since(before);
        Thread.sleep(SETTLE_MILLIS);
        return new Measured(load, cpu, store.writes() - writes, store.transactions() - transactions);
    }

    /** Calls without measuring the process. */
    Load.Result load(Origin origin, IntFunction<Calls.Call> calls, int rate, int seconds) throws InterruptedException {
        return new Load(client).run(rate, seconds, call(origin, calls));
    }

    private IntFunction<OutboundRequest> call(Origin origin, IntFunction<Calls.Call> calls) {
        return number -> agent.signed(origin, calls.apply(number));
    }
}
