package dev.rctp.bench;

import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.terms.SealingKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine;

/** Measures everything and prints one table; the exit code says whether the gateway keeps its bounds. */
public final class Bench {

    private static final String GATEWAY = "dev.rctp.gateway.Main";

    private final Options options;
    private final Path folder;
    private final String termsKey;
    private final Calls calls = new Calls();
    private final Cryptography cryptography = Cryptography.select();

    private Bench(Options options, Path folder) {
        this.options = options;
        this.folder = folder;
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        this.termsKey = Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }

    /** Runs with the script's arguments. */
    public static void main(String[] arguments) throws Exception {
        Options options = CommandLine.populateCommand(new Options(), arguments);
        Path folder = Files.createTempDirectory("rctp-bench-");
        Table table;
        try {
            table = new Bench(options, folder).run();
        } finally {
            Folder.delete(folder);
        }
        System.out.print(table.text());
        System.exit(table.kept() ? 0 : 1);
    }

    private Table run() throws Exception {
        Table.Builder table = new Table.Builder(options, cryptography.provider());
        var key = cryptography.generate();
        try (Stubs stubs = new Stubs(key);
                Store store = Store.start(
                        folder.resolve("database"), folder.resolve("programs"), new SealingKey("bench", termsKey));
                Transport transport = Transport.open(1);
                OutboundClient client = new OutboundClient(transport, settings(), NameLookup.platform())) {
            Agent agent = new Agent(key, stubs.profile(), new SecureRandom());
            Scenario scenario = new Scenario(options, client, agent, store);
            store.offers(options.mostCalls(), stubs.profile(), key.thumbprint());
            gateway(stubs, store, scenario, table);
            database(stubs, store, scenario, table);
            bare(stubs, scenario, table);
            parts(stubs, store, table);
        }
        return table.build();
    }

    private static OutboundSettings settings() {
        OutboundTimeouts usual = OutboundTimeouts.defaults();
        Duration patience = Duration.ofSeconds(10);
        return OutboundSettings.of(
                new OutboundTimeouts(
                        patience,
                        usual.name(),
                        usual.connect(),
                        usual.tls(),
                        patience,
                        patience,
                        patience,
                        usual.idle()),
                512);
    }

    private void gateway(Stubs stubs, Store store, Scenario scenario, Table.Builder table) throws Exception {
        int port = freePort();
        try (PinnedProcess gateway = start(port, stubs, store, store.url(), recording())) {
            Origin origin = new Origin(false, "127.0.0.1", port);
            IntFunction<Calls.Call> answers = number -> calls.governed(Verb.ANSWER_BUYER, number);
            say("a governed call");
            table.governed(scenario.measure(gateway, origin, answers));
            say("commits at " + options.highRate() + " calls/s");
            table.high(scenario.measure(gateway, origin, answers, options.highRate(), options.measure() / 2));
            say("the same call ungoverned");
            table.ungoverned(scenario.measure(gateway, origin, number -> Calls.ungoverned()));
            for (Verb verb : List.of(Verb.OFFER_CREATE, Verb.OFFER_ACCEPT)) {
                say(verb.action());
                table.verb(verb, scenario.measure(gateway, origin, number -> calls.governed(verb, number)));
            }
        }
    }

    /** In a process of its own, since the relay makes every call slower. */
    private void database(Stubs stubs, Store store, Scenario scenario, Table.Builder table) throws Exception {
        int port = freePort();
        try (TurnRelay relay = TurnRelay.before(store.url());
                PinnedProcess _ = start(port, stubs, store, relay.url(store.url()), List.of())) {
            DatabaseUse use = new DatabaseUse(store, relay, scenario, new Origin(false, "127.0.0.1", port));
            for (Verb verb : Verb.values()) {
                say("what " + verb.action() + " asks of the database");
                IntFunction<Calls.Call> some = number -> calls.governed(verb, number);
                table.database(
                        verb,
                        use.measure(some, Options.ALONE_RATE, Options.COUNTED_SECONDS),
                        use.measure(some, options.rate(), Options.COUNTED_SECONDS));
            }
        }
    }

    private PinnedProcess start(int port, Stubs stubs, Store store, String storeUrl, List<String> flags)
            throws IOException, InterruptedException {
        Path config = GatewayFiles.write(
                folder, port, freePort(), stubs, store, storeUrl, cryptography.generateJwk(SignatureAlgorithm.ES256));
        return PinnedProcess.start(
                        GATEWAY,
                        flags,
                        List.of("serve", "--config", config.toString()),
                        GatewayFiles.environment(store, termsKey),
                        folder.resolve("gateway.log"))
                .listening(port);
    }

    private List<String> recording() {
        Path file = options.profile();
        return file == null
                ? List.of()
                : List.of("-XX:StartFlightRecording=settings=profile,jdk.CPUTimeSample#enabled=true,filename="
                        + file.toAbsolutePath());
    }

    private void bare(Stubs stubs, Scenario scenario, Table.Builder table) throws Exception {
        int port = freePort();
        try (PinnedProcess proxy = PinnedProcess.start(
                        BareProxy.class.getName(),
                        List.of(),
                        List.of(Integer.toString(port), stubs.marketplace()),
                        Map.of(),
                        folder.resolve("proxy.log"))
                .listening(port)) {
            say("the same call over a bare proxy");
            table.bare(scenario.measure(proxy, new Origin(false, "127.0.0.1", port), number -> Calls.ungoverned()));
        }
    }

    private void parts(Stubs stubs, Store store, Table.Builder table) throws Exception {
        say("the unavoidable parts");
        Path asked = folder.resolve("parts.asked");
        Path found = folder.resolve("parts.found");
        PartsFiles.ask(asked, options, stubs, store, table.unitsPerCommit());
        PinnedProcess.start(
                        Parts.class.getName(),
                        List.of(),
                        List.of(asked.toString(), found.toString()),
                        GatewayFiles.environment(store, termsKey),
                        folder.resolve("parts.log"))
                .ended(20L * options.measure() + 60);
        table.parts(PartsFiles.found(found));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void say(String what) {
        System.err.println("bench: " + what);
    }
}
