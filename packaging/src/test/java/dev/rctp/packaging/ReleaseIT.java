package dev.rctp.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/operations.md}, followed with the archive in clean folders and a PostgreSQL of the machine's. */
@Tag("long")
class ReleaseIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SCOPE = "dev.rctp.listing:answer_buyer";
    private static final int BY_SIGTERM = 128 + 15;
    private static final Duration START = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final Map<String, String> secrets = new TreeMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private SandboxPorts ports = new SandboxPorts(0);
    private List<String> blocks = List.of();

    @BeforeEach
    void page() throws IOException {
        ports = SandboxPorts.freeFrom(28_500);
        Files.createDirectories(folder.resolve("opt"));
        blocks = new ArrayList<>();
        for (String block : Release.blocks()) {
            blocks.add(block.replace(
                            "rctp-0.1.0-SNAPSHOT.tar.gz", Release.archive().toString())
                    .replace("/opt", folder + "/opt")
                    .replace("/etc/rctp", folder + "/etc/rctp"));
        }
    }

    /** The one block that contains this. */
    private String block(String containing) {
        return blocks.stream()
                .filter(block -> block.contains(containing))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the page has no block with " + containing));
    }

    private Program here() {
        return Program.in(folder).with(secrets);
    }

    private List<String> rctp(String... words) {
        List<String> command = new ArrayList<>(List.of(folder + "/opt/rctp/bin/rctp"));
        command.addAll(List.of(words));
        return command;
    }

    private Path etc(String name) {
        return folder.resolve("etc/rctp").resolve(name);
    }

    private URI gateway(int generation) {
        return URI.create("http://127.0.0.1:" + (ports.first() + 10 * generation));
    }

    private URI management(int generation) {
        return URI.create("http://127.0.0.1:" + (ports.first() + 10 * generation + 1));
    }

    @Test
    @DisplayName(
            "the archive in a clean folder: installed, started, called, reloaded, drained, backed up, restored, its key rotated")
    void wholeLife() throws Exception {
        assertThat(here().shell(block("tar -xzf")).succeeded().out()).startsWith("rctp ");
        assertThat(here().with(Map.of("JAVA_OPTS", "-XX:+PrintFlagsFinal"))
                        .run(rctp("--version"))
                        .succeeded()
                        .out())
                .containsPattern("ExitOnOutOfMemoryError += true");
        here().shell(block("secret()")).succeeded();
        try (Program.Running sandbox =
                        here().start(rctp("sandbox", "--state", "sandbox", "--port", "" + ports.first()));
                ExternalPostgresql database = ExternalPostgresql.start(folder.resolve("postgresql"))) {
            Path file = folder.resolve("sandbox/sandbox.json");
            await().atMost(START)
                    .until(() -> Files.exists(file) || !sandbox.process().isAlive());
            assertThat(file).as(sandbox.said()).exists();
            World world = new World(file, Cryptography.select());
            here().with(database.environment()).shell("createdb rctp").succeeded();
            configure(1, database, "rctp", world.address("marketplace").toString());

            assertThat(here().shell(block("config check")).succeeded().out()).endsWith("is good.\n");
            Receipt receipt = serveAndCall(world);
            here().with(database.environment()).shell(block("FROM entry")).succeeded();
            here().with(database.environment()).shell(block("pg_dump")).succeeded();
            here().with(database.environment()).shell(block("pg_restore")).succeeded();
            here().shell(block("gateway-2.jwk")).succeeded();
            configure(2, database, "rctp_drill", "http://127.0.0.1:1");
            here().with(database.environment()).shell(block("sealing_key_id")).succeeded();
            restored(world, receipt);
        }
    }

    /** The surroundings of the sandbox, the release's own ports and the database elsewhere; JSON is YAML. */
    private void configure(int generation, ExternalPostgresql database, String name, String marketplace)
            throws IOException {
        JSON.readTree(Files.readAllBytes(folder.resolve("sandbox/secrets.json")))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        secrets.put("RCTP_STORE_PASSWORD", database.password());
        StringBuilder lines = new StringBuilder();
        secrets.forEach(
                (key, value) -> lines.append(key).append('=').append(value).append('\n'));
        Files.writeString(etc("rctp.env"), lines);
        ObjectNode config = (ObjectNode) JSON.readTree(Files.readAllBytes(folder.resolve("sandbox/gateway.yaml")));
        config.put("gateway_id", "release");
        config.withObject("/listen").put("address", gateway(generation).getAuthority());
        config.withObject("/listen")
                .withArray("/public_authorities")
                .add(gateway(generation).getAuthority());
        config.withObject("/management").put("address", management(generation).getAuthority());
        config.withObject("/upstream").put("base_url", marketplace);
        if (generation == 1) {
            config.withObject("/profile").put("signing_key", "keys/gateway.jwk");
            Files.copy(
                    folder.resolve("sandbox/gateway-key.jwk"),
                    etc("keys/gateway.jwk"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING); // the one that the sandbox's marketplace knows
        } else {
            config.withObject("/profile").put("signing_key", "keys/gateway-2.jwk");
            config.withObject("/profile").putArray("retired_keys").add("keys/gateway.jwk");
        }
        config.withObject("/log").put("signing_key", "keys/log.jwk");
        config.putObject("store")
                .put("url", database.url(name))
                .put("user", "rctp")
                .put("password", "${RCTP_STORE_PASSWORD}");
        Files.write(etc("gateway.yaml"), JSON.writeValueAsBytes(config));
    }

    /** A receipt, the token that reads the record it is for, and that record's address. */
    private record Receipt(String text, Path token, String record) {}

    private Program.Running serve(int generation) throws IOException {
        List<String> serve = rctp("serve", "--config", etc("gateway.yaml").toString());
        serve.addAll(0, List.of("env", "--default-signal=HUP")); // whoever runs the build may ignore it, as nohup does
        Program.Running gateway = here().start(serve);
        await().atMost(START).until(() -> !gateway.process().isAlive() || readiness(generation) == 200);
        assertThat(gateway.process().isAlive()).as(gateway.said()).isTrue();
        return gateway;
    }

    private int readiness(int generation) throws InterruptedException {
        try {
            return get(management(generation).resolve("/readyz")).statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Receipt serveAndCall(World world) throws Exception {
        try (Program.Running gateway = serve(1)) {
            here().run(rctp("ready", "--management", management(1).toString())).succeeded();
            JsonNode listing = world.listings().getFirst();
            tell(listing);
            Receipt receipt = call(world, listing);
            assertThat(get(gateway(1).resolve("/.well-known/rctp/checkpoint-key"))
                            .statusCode())
                    .as("of the log's key that the page makes")
                    .isEqualTo(200);
            assertThat(verify(world, receipt, 1).exit()).isZero();
            here().shell("kill -HUP " + gateway.process().pid()).succeeded();
            await().atMost(START).until(() -> gateway.said().contains("the configuration was read again"));
            drains(world, gateway);
            assertThat(gateway.end().err()).contains("\"stopping\"", "\"stopped\"");
            return receipt;
        }
    }

    private void tell(JsonNode listing) throws Exception {
        ObjectNode told = JSON.createObjectNode()
                .put("seller", listing.path("seller").asString())
                .put("title", listing.path("title").asString())
                .put("term_set", "goods.small/1");
        told.set("list_price", listing.path("list_price"));
        HttpRequest put = HttpRequest.newBuilder(management(1)
                        .resolve("/listings/" + listing.path("listing_id").asString()))
                .header("authorization", "Bearer " + secrets.get("RCTP_MANAGEMENT_SECRET"))
                .header("content-type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(told.toString()))
                .build();
        assertThat(http.send(put, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isIn(200, 201, 204);
    }

    /** One signed call; this seller approved no terms here, so it is refused, under signature and with a receipt. */
    private Receipt call(World world, JsonNode listing) throws Exception {
        Agent agent = world.agent("seller-ops", 0);
        for (JsonNode known : JSON.readTree(Files.readAllBytes(folder.resolve("sandbox/sandbox.json")))
                .path("operators")) {
            if (known.path("profile").asString().equals(agent.profile())) {
                Files.writeString(
                        folder.resolve("agent.jwk"),
                        known.path("agents").get(0).path("jwk").toString());
            }
        }
        World.Granted grant =
                world.grant(listing.path("seller").asString(), agent, List.of(SCOPE), Map.of(SCOPE, "auto"));
        Path token = Files.writeString(folder.resolve("token.txt"), grant.token());
        String id = listing.path("listing_id").asString();
        List<String> words = signed(agent, token, 1);
        words.addAll(List.of(
                "-v",
                "POST",
                gateway(1).resolve("/listings/" + id + "/answers").toString(),
                "-d",
                "{\"text\":\"Yes.\"}"));
        Program.Ended called = here().run(words);
        assertThat(called.exit()).as(called.err()).isEqualTo(1); // no 2xx, yet proven to be the gateway's
        assertThat(called.err()).contains("< rctp-decision: forbid");
        String receipt = called.err()
                .lines()
                .filter(line -> line.startsWith("< rctp-record: "))
                .map(line -> line.substring("< rctp-record: ".length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no receipt: " + called.err()));
        return new Receipt(receipt, token, "/records/listing/" + id);
    }

    private List<String> signed(Agent agent, Path token, int generation) {
        return new ArrayList<>(rctp(
                "call",
                "--verify",
                "--gateway-profile",
                gateway(generation) + "/.well-known/ucp",
                "--key",
                folder.resolve("agent.jwk").toString(),
                "--profile",
                agent.profile(),
                "--token",
                "@" + token));
    }

    /** Reads the record through this gateway, and checks it offline with the receipt and the profile of the same. */
    private Program.Ended verify(World world, Receipt receipt, int generation) throws Exception {
        List<String> words = signed(world.agent("seller-ops", 0), receipt.token(), generation);
        words.addAll(
                List.of("GET", gateway(generation).resolve(receipt.record()).toString()));
        Files.writeString(
                folder.resolve("record.json"), here().run(words).succeeded().out());
        Files.writeString(
                folder.resolve("profile.json"),
                get(gateway(generation).resolve("/.well-known/ucp")).body());
        return here().run(
                        rctp("record", "verify", "record.json", "--keys", "profile.json", "--receipt", receipt.text()));
    }

    /** SIGTERM while the marketplace takes its time over a read. */
    private void drains(World world, Program.Running gateway) throws Exception {
        int before = world.forwarded().size();
        world.behave("/listings", 0, 3_000, 1);
        CompletableFuture<HttpResponse<String>> slow = http.sendAsync(
                HttpRequest.newBuilder(gateway(1).resolve("/listings")).build(), HttpResponse.BodyHandlers.ofString());
        await().atMost(Duration.ofSeconds(20)).until(() -> world.forwarded().size() > before);
        gateway.terminate();
        await().atMost(Duration.ofSeconds(2)).until(() -> readiness(1) == 503);
        HttpResponse<String> answer = slow.join();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("listing_id");
        assertThat(gateway.end().exit()).isEqualTo(BY_SIGTERM);
    }

    /** REC-5: what the first gateway signed verifies with what the restored one, with another key, publishes. */
    private void restored(World world, Receipt receipt) throws Exception {
        try (Program.Running gateway = serve(2)) {
            Program.Ended verified = verify(world, receipt, 2);
            assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
            assertThat(JSON.readTree(Files.readAllBytes(folder.resolve("profile.json")))
                            .path("keys"))
                    .hasSize(2);
            gateway.terminate();
            assertThat(gateway.end().exit()).isEqualTo(BY_SIGTERM);
        }
    }

    @Test
    @DisplayName("the archive's entries have one time, one owner and fixed modes, whoever builds it and when")
    void reproducible() throws Exception {
        List<String> entries = here().run(List.of(
                        "tar",
                        "--utc",
                        "--full-time",
                        "--numeric-owner",
                        "-tzvf",
                        Release.archive().toString()))
                .succeeded()
                .out()
                .lines()
                .toList();
        assertThat(entries)
                .hasSizeGreaterThan(60)
                .allSatisfy(entry -> assertThat(entry)
                        .matches("(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) 0/0 +\\d+ 2026-11-29 00:00:00 rctp-[^ ]+"));
        List<String> names = entries.stream()
                .map(entry -> entry.replaceFirst(".* rctp-[^/]+/", ""))
                .filter(name -> !name.endsWith("/"))
                .toList();
        assertThat(names)
                .contains(
                        "bin/rctp",
                        "conf/gateway.yaml",
                        "conformance/rctp-conformance.jar",
                        "systemd/rctp-gateway.service",
                        "container/Containerfile",
                        "helm/rctp-gateway/Chart.yaml",
                        "docs/operations.md",
                        "LICENSE",
                        "NOTICE",
                        "THIRD-PARTY.txt",
                        "sbom.json",
                        "README.md")
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("the conformance runner is in it, and needs nothing else of it")
    void runner() throws Exception {
        Path release = Release.unpack(folder.resolve("runner"));
        Program.Ended listed = here().run(List.of(release.resolve("bin/rctp").toString(), "conformance", "list"));
        assertThat(listed.succeeded().out()).contains("RCTP-GRA-3.2");
        Program.Ended init = here().run(List.of(release.resolve("bin/rctp").toString(), "conformance", "init"));
        assertThat(init.succeeded().out()).contains("side_effects:");
    }

    @Test
    @DisplayName("every library of the archive has its license named, and stands in the SBOM; no other is named")
    void licensed() throws Exception {
        Path release = Release.unpack(folder.resolve("here"));
        String sbom = Files.readString(release.resolve("sbom.json"));
        List<String> named = Pattern.compile("\\([\\w.-]+:([\\w.-]+):[\\w.-]+ - ")
                .matcher(Files.readString(release.resolve("THIRD-PARTY.txt")))
                .results()
                .map(found -> found.group(1))
                .toList();
        try (var libraries = Files.list(release.resolve("lib"))) {
            List<String> names = libraries
                    .map(library -> library.getFileName().toString())
                    .filter(library -> !library.contains("-0.1.0-SNAPSHOT"))
                    .map(library -> library.replaceFirst("-\\d.*", ""))
                    .toList();
            assertThat(named).containsExactlyInAnyOrderElementsOf(names);
            assertThat(names).allSatisfy(name -> assertThat(sbom).contains("\"" + name + "\""));
        }
    }
}
