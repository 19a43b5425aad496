package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.Main;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServer;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServerSettings;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.gateway.sandbox.marketplace.Marketplace;
import dev.rctp.gateway.sandbox.marketplace.MarketplaceSettings;
import dev.rctp.gateway.sandbox.marketplace.SignedByGateway;
import dev.rctp.gateway.sandbox.operators.HostedOperator;
import dev.rctp.gateway.sandbox.operators.OperatorHosts;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/marketplaces.md}, followed block by block; the sandbox's parts stand in for the reader's API and authorization server. */
class MarketplacesPageTest {

    private static final String SERVE = "./rctp serve --config gateway.yaml";
    private static final String CLIENT_SECRET = "the-gateways-secret-at-the-server-of-this-test";
    private static final String SELLER = "s_8f0c";

    @TempDir
    private Path project;

    @TempDir
    private Path folder;

    @TempDir
    private Path output;

    private final Cryptography cryptography = Cryptography.select();
    private final TestKey passkey = TestKey.generate(cryptography);
    private final String credentialId =
            Base64.getUrlEncoder().withoutPadding().encodeToString("a passkey's id".getBytes(StandardCharsets.UTF_8));
    private final List<AutoCloseable> open = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    private int port;
    private List<HostedOperator> operators = List.of();

    /** The reader's own: an API, an authorization server, an operator. */
    @BeforeEach
    void surroundings() throws Exception {
        port = TestPorts.from(27_800).first();
        SecureRandom random = new SecureRandom();
        IdSource ids = IdSource.random(random);
        OperatorHosts hosts = OperatorHosts.start(port + 4, cryptography, null);
        open.add(hosts);
        operators = hosts.operators();
        open.add(AuthorizationServer.start(new AuthorizationServerSettings(
                port,
                local(1),
                "gateway",
                CLIENT_SECRET,
                Registries.load().actions().all(),
                hosts,
                InstantSource.system(),
                cryptography,
                random,
                ids,
                null)));
        URI profile = URI.create(local(1) + "/.well-known/ucp");
        open.add(Marketplace.start(new MarketplaceSettings(
                port + 3, new SignedByGateway(profile, cryptography, InstantSource.system()), ids, null)));
        Path rctp = Files.createFile(
                project.resolve("rctp"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(rctp, """
                #!/bin/sh
                exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -cp '%s' %s "$@"
                """.formatted(System.getProperty("java.class.path"), Main.class.getName()));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : open.reversed()) {
            part.close();
        }
        http.close();
    }

    private String local(int part) {
        return "http://localhost:" + (port + part);
    }

    /** The page with the folder, the addresses and the passkey of this test; plain HTTP, on loopback. */
    private Page page() throws Exception {
        Page page = Checkout.page("docs/marketplaces.md");
        ObjectNode jwk = passkey.publicJwk();
        return new Page(
                page.name(),
                page.text()
                        .replace("~/rctp-gateway", folder.toString())
                        .replace("gateway_id: gw-1", "gateway_id: gw-1\nallow_loopback_profiles: true")
                        .replace("0.0.0.0:8443", "127.0.0.1:" + (port + 1) + "\n  scheme: http")
                        .replace("127.0.0.1:8444", "127.0.0.1:" + (port + 2))
                        .replace("[agents.shop.example]", "[\"localhost:" + (port + 1) + "\"]")
                        .replace("https://agents.shop.example", local(1))
                        .replace("https://api.shop.example", local(3))
                        .replace("https://login.shop.example", local(0))
                        .replace("https://seller-ops.example", local(4) + "/seller-ops")
                        .replace("https://www.shop.example", "http://localhost:" + port)
                        .replace("rp_id: shop.example", "rp_id: localhost")
                        .replace("8tnOZ_dY2wnYd2TnTzqRnQ", credentialId)
                        .replaceAll(
                                "\"x\":\"[^\"]+\"", "\"x\":\"" + jwk.path("x").stringValue() + "\"")
                        .replaceAll(
                                "\"y\":\"[^\"]+\"", "\"y\":\"" + jwk.path("y").stringValue() + "\""));
    }

    private JsonNode get(String address) throws Exception {
        return JsonMapper.shared()
                .readTree(http.send(
                                HttpRequest.newBuilder(URI.create(address)).build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private JsonNode post(String address, ObjectNode body) throws Exception {
        return JsonMapper.shared()
                .readTree(http.send(
                                HttpRequest.newBuilder(URI.create(address))
                                        .header("content-type", "application/json")
                                        .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    /** Runs a block of the page as the reader's terminal would, with the environment of step 2. */
    private Shell.Ended run(String block) throws Exception {
        String script =
                "set -eu\ncd " + folder + "\n[ ! -f secrets.env ] || { set -a; . ./secrets.env; set +a; }\n" + block;
        Shell.Ended ended = Shell.in(project, output).run(script);
        assertThat(ended.exit()).as(block + "\n" + ended.out() + ended.err()).isZero();
        return ended;
    }

    @Test
    @DisplayName(
            "APR-1, APR-3, APR-5, APR-8, LST-3, MGT-1, WHK-1: every step of the page, from a key to the listing that its seller"
                    + " approved at the marketplace's API")
    void wholePage() throws Exception {
        Page page = page();
        Iterator<String> blocks = page.blocks("sh").iterator();
        assertThat(Shell.in(project, output).run("set -eu\n" + blocks.next()).exit())
                .isZero();
        run(blocks.next());
        Files.writeString(
                folder.resolve("secrets.env"),
                Files.readString(folder.resolve("secrets.env")) + "RCTP_CLIENT_SECRET=" + CLIENT_SECRET + "\n");
        Files.writeString(folder.resolve("gateway.yaml"), page.block("yaml", "gateway_id"));
        run(blocks.next());
        String serve = blocks.next();
        assertThat(serve).isEqualTo(SERVE);
        String started = "sh -c 'cd " + folder + "; set -a; . ./secrets.env; set +a; exec " + serve + "'";
        try (Shell.Running gateway = Shell.in(project, output).start(started)) {
            await().atMost(Duration.ofSeconds(90)).until(() -> !gateway.alive() || isReady());
            assertThat(gateway.alive()).as(gateway.said()).isTrue();
            for (int i = 0; i < 3; i++) {
                run(blocks.next());
            }
            mounted(page, blocks.next(), blocks.next());
            assertThat(blocks).isExhausted();
        }
    }

    private boolean isReady() throws Exception {
        try {
            return get("http://127.0.0.1:" + (port + 2) + "/readyz")
                    .path("ready")
                    .booleanValue();
        } catch (java.io.IOException e) {
            return false;
        }
    }

    private void mounted(Page page, String whose, String asked) throws Exception {
        HostedOperator operator = operators.getFirst();
        TestKey key = operator.agents().getFirst().key();
        ObjectNode wanted =
                JsonNodeFactory.instance.objectNode().put("sub", SELLER).put("jkt", key.thumbprint());
        wanted.put("agent_id", "shop-helper").putObject("tiers").put("dev.rctp.listing:create", "ask");
        String token =
                post(local(0) + "/test/grants", wanted).path("access_token").stringValue();
        Agent agent = new Agent(
                http,
                URI.create(local(1)),
                "shop-helper",
                operator.profile(),
                key.signingKey(),
                InstantSource.system());
        ExchangePlayer player = new ExchangePlayer(
                URI.create(local(1)),
                Map.of("seller", agent),
                token,
                phone(),
                Map.of(
                        "2027-01-31T00:00:00Z",
                        Instant.now().plus(Duration.ofDays(60)).toString()));
        List<String> exchanges = page.blocks("http");
        assertThat(exchanges).hasSize(6);
        player.play(HttpExample.parse(exchanges.getFirst()), exchanges.get(1));
        List<String> json = page.blocks("json");
        told(json.get(2), player, whose);
        for (int i = 2; i < exchanges.size(); i += 2) {
            player.play(HttpExample.parse(exchanges.get(i)), exchanges.get(i + 1));
        }
        List<JsonNode> listed = forwarded("/listings");
        assertThat(listed).hasSize(1);
        player.same(
                read(player.translated(json.get(3))),
                read(listed.getFirst().path("body").stringValue()));
        assertThat(listed.getFirst().at("/headers/rctp-seller").stringValue()).isEqualTo(SELLER);
        player.same(read(json.get(4)), read(run(asked).out()));
    }

    private SellersPhone phone() {
        ObjectNode known = JsonNodeFactory.instance.objectNode().put("sub", SELLER);
        ObjectNode kept = known.putObject("passkey").put("credential_id", credentialId);
        kept.set("jwk", passkey.privateJwk());
        kept.put("rp_id", "localhost").put("origin", local(1));
        return new SellersPhone(known, cryptography);
    }

    /** The webhook has come, and the page that it names says whose it is. */
    private void told(String expected, ExchangePlayer player, String whose) throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !forwarded("/rctp-webhooks").isEmpty());
        JsonNode webhook =
                read(forwarded("/rctp-webhooks").getFirst().path("body").stringValue());
        player.same(read(expected), webhook);
        String page = webhook.path("approval_url").stringValue();
        JsonNode said = read(run("approval_url='" + page + "'\n" + whose).out());
        assertThat(said.at("/details/decline/seller").stringValue()).isEqualTo(SELLER);
        assertThat(forwarded("/listings")).isEmpty();
    }

    private List<JsonNode> forwarded(String path) throws Exception {
        return get(local(3) + "/test/log")
                .valueStream()
                .filter(request -> request.path("path").stringValue().equals(path))
                .toList();
    }

    private static JsonNode read(String json) throws Exception {
        return StrictJson.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("GRA-2, APR-9: the view and the ticket of step 3 and 5 are what the gateway takes")
    void views() throws Exception {
        List<String> json = page().blocks("json");
        assertThat(json).hasSize(5);
        JsonNode view = read(json.getFirst().replace("<the agent's key>", passkey.thumbprint()));
        assertThat(Registries.load().schemas().validate("grant-introspection", view))
                .isEmpty();

        ObjectNode wanted = JsonNodeFactory.instance.objectNode().put("sub", SELLER);
        String[] ticket = post(local(0) + "/test/tickets", wanted)
                .path("ticket")
                .stringValue()
                .split("\\.", -1);
        String[] told = json.get(1).split("\n", 2);
        for (int i = 0; i < told.length; i++) {
            JsonNode part = JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(ticket[i]));
            JsonNode here = read(told[i]);
            assertThat(here.propertyNames()).containsExactlyInAnyOrderElementsOf(part.propertyNames());
            for (String same : List.of("typ", "alg", "iss", "aud", "sub")) {
                assertThat(here.path(same)).isEqualTo(part.path(same));
            }
        }
    }
}
