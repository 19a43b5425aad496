package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The commands of the documents are typed as they stand there, in a folder that has what they speak of. */
class ReadmeIT {

    private static final String DEMO = "./rctp demo";
    private static final String HELP = "./rctp --help";
    private static final String SERVE = "./rctp serve --config gateway.yaml";
    private static final String SANDBOX = "./rctp sandbox --state sandbox";
    private static final String VERIFY = "./rctp record verify record.json --keys profile.json --receipt \"$receipt\"";

    private static final String CHECK = "./rctp config check gateway.yaml";
    private static final String EXPLAIN = "./rctp explain request.txt --key agent.jwk";
    private static final String BENCH = "gateway/bench/run";

    private static final List<String> RUN_HERE = List.of(DEMO, HELP, SERVE, SANDBOX, VERIFY, CHECK, EXPLAIN);

    /** What no test runs, and why. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "./rctp test",
            "it is what runs this test",
            "./rctp test --all",
            "it is what runs this test in CI",
            "mvn verify",
            "it is what runs this test",
            "mvn -q -pl msgsig -am verify",
            "a part of what runs this test",
            "mvn -Prelease -DskipTests package",
            "what runs this test with --all makes the archive",
            "mvn -q spotless:apply",
            "changes the sources; the build checks that nothing is left for it",
            BENCH,
            "takes minutes and a machine of its own");

    /** Pages whose blocks are all run, in order, by a test of their own. */
    private static final Set<String> RUN_WHOLE = Set.of(
            "docs/operators.md", // OperatorsPageIT
            "docs/approvals.md", // ApprovalsPageTest
            "docs/records.md", // RecordsPageTest and RecordExportTest
            "docs/marketplaces.md", // MarketplacesPageTest
            "docs/operations.md", // ReleaseIT of packaging
            "docs/conformance.md"); // RunnerIT of conformance

    /** Commands named in a sentence, without what they need to run. */
    private static final Set<String> NAMES = Set.of(
            "demo",
            "serve",
            "sandbox",
            "test",
            "record verify",
            "record verify FILE",
            "record verify deal.json",
            "record export",
            "record log",
            "record verify --log-key",
            "keygen",
            "profile",
            "profile new",
            "profile check",
            "call",
            "call --at",
            "explain",
            "config check",
            "terms reseal",
            "ready",
            "conformance",
            "sandbox --operator",
            "sandbox --operator ucp.json");

    @TempDir
    private Path folder;

    private Path output = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        output = Files.createDirectories(folder.resolve("output"));
        Files.createSymbolicLink(folder.resolve("rctp"), Checkout.ROOT.resolve("rctp"));
    }

    private Shell shell() {
        return Shell.in(folder, output);
    }

    @Test
    @DisplayName("every command of the documents is run by these tests, or stands in the list of those that can't be")
    void allCommands() throws Exception {
        TreeSet<String> commands = new TreeSet<>();
        for (Page page : Checkout.pages()) {
            if (RUN_WHOLE.contains(page.name())) {
                continue;
            }
            page.commands().stream()
                    .map(command -> command.startsWith(BENCH + " ") ? BENCH : command)
                    .forEach(commands::add);
        }

        assertThat(commands).contains(DEMO, SERVE, VERIFY);
        commands.removeIf(command -> NAMES.contains(command.replaceFirst("^(\\./)?rctp ", ""))
                && !RUN_HERE.contains(command)
                && !NOT_RUN.containsKey(command));
        TreeSet<String> known = new TreeSet<>(RUN_HERE);
        known.addAll(NOT_RUN.keySet());
        assertThat(known).containsAll(commands);
        assertThat(commands).containsAll(RUN_HERE);
    }

    @Test
    @DisplayName("./rctp demo and ./rctp --help")
    void demo() throws Exception {
        assertThat(shell().run(HELP).exit()).isZero();
        Shell.Ended demo = shell().run(DEMO);
        assertThat(demo.exit()).as(demo.out()).isZero();
    }

    @Test
    @DisplayName("REC-4: ./rctp sandbox, a call, and ./rctp record verify of what was saved of it")
    void sandboxAndRecord() throws Exception {
        int port = TestPorts.from(26_000).first();
        Path file = folder.resolve("sandbox/sandbox.json");
        try (Shell.Running sandbox = shell().start(SANDBOX + " --port " + port)) {
            await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(file) || !sandbox.alive());
            assertThat(file).as(sandbox.said()).exists();
            World world = new World(file, Cryptography.select());
            for (String name : List.of("passkey", "question")) {
                String address = world.test(name).toString();
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> sandbox.said().contains(address));
            }
            String receipt = saveRecord(world);

            Shell.Ended verified = shell().with("receipt", receipt).run(VERIFY);
            assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();

            Shell.Ended missing = shell().with("receipt", receipt.replaceFirst("seq=\\d+", "seq=999"))
                    .run(VERIFY);
            assertThat(missing.exit()).isEqualTo(1);
            assertThat(shell().with("receipt", "nonsense").run(VERIFY).exit()).isEqualTo(2);

            Files.writeString(folder.resolve("profile.json"), "{\"keys\":[]}");
            Shell.Ended keyless = shell().with("receipt", receipt).run(VERIFY);
            assertThat(keyless.exit()).isEqualTo(2);
            assertThat(keyless.out()).contains("CAN'T BE CHECKED").doesNotContain("BROKEN");

            assertThat(sandbox.stop().err()).contains("\"stopped\"");
            assertThat(file).as("a file there means that a sandbox is ready").doesNotExist();
        }
    }

    /** Does what the README says: calls, keeps the receipt, saves the record and the profile. */
    private String saveRecord(World world) throws Exception {
        String scope = "dev.rctp.listing:answer_buyer";
        JsonNode listing = world.listings().getFirst();
        String path = listing.path("listing_id").asString();
        Agent agent = world.agent("seller-ops", 0);
        World.Granted grant =
                world.grant(listing.path("seller").asString(), agent, List.of(scope), Map.of(scope, "auto"));
        Answer answer = agent.call("POST", "/listings/" + path + "/answers", grant.token(), "{\"text\":\"It is.\"}");
        assertThat(answer.status()).isEqualTo(200);
        Answer record = agent.read("/records/listing/" + path, grant.token());
        Files.write(folder.resolve("record.json"), record.body());
        Files.writeString(
                folder.resolve("profile.json"),
                world.get(world.address("gateway_profile")).toString());
        return answer.receipt();
    }

    @Test
    @DisplayName("MGT-1, LST-9: ./rctp serve with the documented configuration, and the management calls of the README")
    void serve() throws Exception {
        int port = freePort();
        int management = freePort();
        writeConfiguration(port, management);
        String secret = "management-secret-of-this-test";
        Shell shell = shell().with("RCTP_MANAGEMENT_BEARER", secret)
                .with("RCTP_CLIENT_SECRET", "client-secret-of-this-test-only")
                .with("RCTP_TERMS_KEY", Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]));
        Shell.Ended checked = shell.run(CHECK);
        assertThat(checked.exit()).as(checked.out()).isZero();
        try (Shell.Running gateway = shell.start(SERVE)) {
            URI base = URI.create("http://127.0.0.1:" + management);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> !gateway.alive() || status(base, "GET /readyz", secret) == 200);
            assertThat(gateway.alive()).as(gateway.said()).isTrue();

            List<HttpExample> calls =
                    Checkout.page("README.md").section("### The management port").blocks("http").stream()
                            .map(HttpExample::parse)
                            .toList();
            assertThat(calls).hasSize(4);
            for (HttpExample call : calls) {
                assertThat(send(base, call, secret)).as(call.toString()).isIn(200, 204);
            }
            HttpExample change = calls.stream()
                    .filter(call -> call.method().equals("PUT"))
                    .findFirst()
                    .orElseThrow();
            assertThat(send(base, change, "another-secret")).isEqualTo(401);
            assertThat(status(base, "GET /debug HTTP/1.1", secret)).isEqualTo(401);

            Shell.Ended ended = gateway.stop();
            assertThat(ended.err()).contains("\"stopped\"").doesNotContain(secret);
        }
    }

    @Test
    @DisplayName("SIG-6: ./rctp explain of a request that is right, and of one whose path was changed")
    void explain() throws Exception {
        var jwk = Cryptography.select().generateJwk(SignatureAlgorithm.ES256);
        Files.writeString(folder.resolve("agent.jwk"), jwk.toString());
        var signer = new RequestSigner(
                new MessageSigner(Cryptography.select().signingKey(jwk), Clock.systemUTC()),
                "https://ops.example/.well-known/ucp");
        StringBuilder request = new StringBuilder("GET /offers/off_1 HTTP/1.1\nHost: agents.shop.example\n");
        signer.sign("GET", URI.create("https://agents.shop.example/offers/off_1"), HttpFields.none(), new byte[0])
                .lines()
                .forEach(line -> request.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append('\n'));
        Files.writeString(folder.resolve("request.txt"), request);
        assertThat(shell().run(EXPLAIN).exit()).isZero();

        Files.writeString(folder.resolve("request.txt"), request.toString().replace("off_1 ", "off_1/ "));
        Shell.Ended changed = shell().run(EXPLAIN);
        assertThat(changed.exit()).isEqualTo(1);
        assertThat(changed.out()).contains("path-slash");
    }

    private void writeConfiguration(int port, int management) throws Exception {
        String example = Files.readString(Checkout.ROOT.resolve("docs/gateway.example.yaml"));
        String here = example.replace("0.0.0.0:8443", "127.0.0.1:" + port)
                .replace("management:\n", "management:\n  address: 127.0.0.1:" + management + "\n");
        assertThat(here).isNotEqualTo(example).contains("address: 127.0.0.1:" + management);
        Files.writeString(folder.resolve("gateway.yaml"), here);
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(
                folder.resolve("keys/gateway.jwk"),
                Cryptography.select().generateJwk(SignatureAlgorithm.ES256).toString());
    }

    private static int status(URI base, String line, String secret) throws Exception {
        try {
            return send(base, HttpExample.parse(line), secret);
        } catch (ConnectException e) {
            return 0;
        }
    }

    private static int send(URI base, HttpExample call, String secret) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(call.target()))
                .timeout(Duration.ofSeconds(10))
                .method(call.method(), HttpRequest.BodyPublishers.ofString(call.body()));
        call.fields().lines().stream()
                .filter(field -> !field.name().equals("host"))
                .forEach(field ->
                        request.header(field.name(), field.value().replace("${RCTP_MANAGEMENT_BEARER}", secret)));
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        }
    }
}
