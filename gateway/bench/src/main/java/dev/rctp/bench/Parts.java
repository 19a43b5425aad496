package dev.rctp.bench;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.msgsig.Cryptography;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;

/** Measures the parts in a process of their own, on the gateway's core and with its flags. */
public final class Parts {

    private static final int FIFTY = 50;

    private final Properties asked;
    private final Schedule schedule;
    private final Map<Part, Double> micros = new EnumMap<>(Part.class);

    private Parts(Properties asked) {
        this.asked = asked;
        this.schedule = new Schedule(number("rate"), number("burst"), (int) number("seconds"));
    }

    /** Reads what is asked from a properties file (first argument) and writes microseconds by part to another (second). */
    public static void main(String[] arguments) throws Exception {
        Properties asked = new Properties();
        try (var in = Files.newBufferedReader(Path.of(arguments[0]))) {
            asked.load(in);
        }
        Parts parts = new Parts(asked);
        parts.measure();
        Properties found = new Properties();
        parts.micros.forEach((part, value) -> found.setProperty(part.name(), Double.toString(value)));
        try (var out = Files.newBufferedWriter(Path.of(arguments[1]))) {
            found.store(out, "microseconds");
        }
        System.exit(0);
    }

    private void measure() throws Exception {
        Cryptography cryptography = Cryptography.select();
        signatures(cryptography);
        roundTrips(cryptography);
        StoreConfig store = new StoreConfig.External(
                text("store.url"),
                text("store.user"),
                new Secret(String.valueOf(System.getenv("BENCH_STORE_PASSWORD"))),
                4);
        try (Database database = Database.open(store, Path.of("unused"))) {
            rows(database.dataSource(), cryptography);
            commit(database.dataSource());
        }
    }

    private void signatures(Cryptography cryptography) throws Exception {
        SignatureParts parts = new SignatureParts(cryptography);
        paced(schedule, parts::once, parts::reset);
        micros.putAll(parts.micros());
    }

    private void roundTrips(Cryptography cryptography) throws Exception {
        try (RoundTripParts parts = new RoundTripParts()) {
            var introspection = RoundTripParts.introspection(text("issuer"));
            var upstream = RoundTripParts.upstream(text("marketplace"), cryptography);
            Schedule burst = schedule.at(schedule.burst());
            parts.exchange(introspection, burst);
            parts.exchange(upstream, burst);
            double idle = parts.idle(schedule);
            micros.put(Part.INTROSPECTION, parts.exchange(introspection, schedule) - idle);
            micros.put(Part.UPSTREAM, parts.exchange(upstream, schedule) - idle);
        }
    }

    private void rows(DataSource database, Cryptography cryptography) throws Exception {
        RowParts parts = new RowParts(database, RoundTripParts.upstream(text("marketplace"), cryptography));
        double unitsPerCommit = number("units-per-commit");
        double[] owed = {0};
        paced(
                schedule.at(schedule.rate() * 2 / unitsPerCommit),
                () -> {
                    owed[0] += unitsPerCommit;
                    int units = (int) owed[0];
                    owed[0] -= units;
                    parts.transaction(units);
                },
                parts::reset);
        micros.put(Part.ROWS, parts.micros());
        paced(schedule.at(schedule.rate() * 2 / FIFTY), () -> parts.transaction(FIFTY), parts::reset);
        micros.put(Part.ROWS_OF_FIFTY, parts.micros());
    }

    private void commit(DataSource database) throws Exception {
        CommitPart part = new CommitPart(database);
        paced(schedule.at(schedule.rate() * 2 / FIFTY), part::once, part::reset);
        micros.put(Part.COMMIT, part.micros());
    }

    /** A burst for the compiler, a while at the rate, then the same measured. */
    private static void paced(Schedule schedule, ThreadCpu.Work work, Runnable reset) throws Exception {
        long end = System.nanoTime() + schedule.seconds() * 500_000_000L;
        for (int turn = 0; turn < schedule.burstTurns() && System.nanoTime() < end; turn++) {
            work.run();
        }
        for (int round = 0; round < 2; round++) {
            reset.run();
            Pace pace = new Pace(schedule.rate());
            for (int turn = 0; turn < schedule.turns(); turn++) {
                pace.await(turn);
                work.run();
            }
        }
    }

    private double number(String name) {
        return Double.parseDouble(text(name));
    }

    private String text(String name) {
        String value = asked.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
