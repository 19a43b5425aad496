package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.AmbiguousRequests;
import dev.rctp.gateway.http.AmbiguousRequests.Case;
import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingMarketplace;
import dev.rctp.gateway.http.RecordingMarketplace.Arrived;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

@ExtendWith(Sandboxed.class)
@DisplayName(
        "PRX-7, PRX-4: what two servers could read differently is refused by the started gateway, and nothing of it arrives")
class AmbiguousRequestsTest {

    private static final String NEXT = "GET /listings?next HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n";
    private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final Set<String> FRAMING = Set.of(
            "host", "content-length", "transfer-encoding", "connection", "expect", "x-forwarded-host", "forwarded");
    private static final Results RESULTS = new Results();

    @TempDir
    private static Path folder;

    private static RecordingMarketplace marketplace;
    private static AnotherGateway plain;
    private static AnotherGateway encrypted;
    private static SSLContext client;

    private interface Check {
        void make() throws Exception;
    }

    @BeforeAll
    static void start(World world, Path state) throws Exception {
        marketplace = new RecordingMarketplace();
        PemFiles pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
        plain = AnotherGateway.start(state, folder, "ambiguous-plain", clock(world), config -> {
            config.withObject("/listen").put("scheme", "https");
            before(config);
        });
        encrypted = AnotherGateway.start(
                state,
                folder,
                "ambiguous-tls",
                clock(world),
                AnotherGateway.tls(pem).andThen(AmbiguousRequestsTest::before));
    }

    private static InstantSource clock(World world) {
        return world.clock();
    }

    /** The marketplace that records, under the names of the cases. */
    private static void before(ObjectNode config) {
        config.withObject("/upstream").put("base_url", "http://127.0.0.1:" + marketplace.port());
        config.withObject("/ungoverned").putArray("writes").add("POST /uploads");
        config.withObject("/listen")
                .withArray("/public_authorities")
                .add("shop.example")
                .add("shop.example:8443");
    }

    @AfterAll
    static void stop() throws Exception {
        plain.close();
        encrypted.close();
        marketplace.close();
        assertThat(marketplace.arrivals())
                .noneMatch(one -> one.target().contains("smuggled"))
                .noneMatch(one -> one.whole().get() && one.target().endsWith(AmbiguousRequests.CUT));
        RESULTS.write(Path.of("target", "ambiguous-requests.md"));
    }

    static List<Case> http1() {
        return AmbiguousRequests.http1();
    }

    /** One or two of what an expanded word makes of a line. */
    static List<Case> fewOfHttp1() {
        return http1().stream()
                .filter(each -> !each.name().matches(".* #(?:[3-9]|\\d\\d)"))
                .toList();
    }

    static List<Case> http2() {
        return AmbiguousRequests.http2();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("http1")
    @DisplayName("HTTP/1.1, the next request in the same segment")
    void plain(Case each) throws Exception {
        try (Wire wire = new Wire(plain.address())) {
            noted("HTTP/1.1", each, () -> {
                int before = marketplace.arrivals().size();
                wire.send(each.octets() + NEXT);
                judge(each, wire.rest(), since(before));
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fewOfHttp1")
    @DisplayName("HTTP/1.1 inside TLS, the next request in a record of its own")
    void insideTls(Case each) throws Exception {
        try (Socket socket = tls(encrypted.address());
                Wire wire = new Wire(socket)) {
            noted("HTTP/1.1 in TLS", each, () -> {
                int before = marketplace.arrivals().size();
                wire.send(each.octets());
                try {
                    wire.send(NEXT);
                } catch (IOException closed) {
                    assertThat(each.expectation()).isNotIn("pass", "401");
                }
                judge(each, wire.rest(), since(before));
            });
        }
    }

    private static Socket tls(InetSocketAddress server) throws IOException {
        return client.getSocketFactory().createSocket(server.getAddress(), server.getPort());
    }

    private static void noted(String door, Case each, Check check) throws Exception {
        boolean good = false;
        try {
            check.make();
            good = true;
        } finally {
            RESULTS.note(door, each.kind(), !each.expectation().equals("pass"), good);
        }
    }

    /**
     * What has arrived by a call: without the beginnings of what is to be cut off, which may come late, and without the
     * events of deals that any gateway of this database still has to tell its marketplace.
     */
    private static List<Arrived> since(int before) {
        return marketplace.arrivals().stream()
                .skip(before)
                .filter(one -> !one.target().startsWith("/deals/"))
                .filter(one -> one.whole().get() || !one.target().endsWith(AmbiguousRequests.CUT))
                .toList();
    }

    private static void judge(Case each, String answers, List<Arrived> arrived) {
        List<String> statuses =
                ANSWER.matcher(answers).results().map(found -> found.group(1)).toList();
        switch (each.expectation()) {
            case "pass" -> passed(each, statuses, arrived);
            case "401" -> {
                assertThat(statuses).as(answers).containsExactly("401", "200");
                assertThat(arrived).extracting(Arrived::target).containsExactly("/listings?next");
            }
            case "cut" -> {
                assertThat(statuses).as(answers).containsExactly("400");
                assertThat(arrived).isEmpty();
            }
            default -> {
                assertThat(statuses).as(answers).containsExactly(each.expectation());
                assertThat(answers.toLowerCase(Locale.ROOT)).contains("connection: close");
                assertThat(arrived).isEmpty();
            }
        }
    }

    private static void passed(Case each, List<String> statuses, List<Arrived> arrived) {
        boolean http10 = each.octets().contains(" HTTP/1.0\r\n");
        assertThat(statuses).containsOnly("200").hasSize(http10 ? 1 : 2);
        assertThat(arrived).hasSameSizeAs(statuses).allMatch(one -> one.whole().get());
        String octets = each.octets().startsWith("\r\n") ? each.octets().substring(2) : each.octets();
        int end = octets.indexOf("\r\n\r\n");
        String[] lines = octets.substring(0, end).split("\r\n", -1);
        Arrived first = arrived.getFirst();
        assertThat(first.head()).startsWith(lines[0].substring(0, lines[0].lastIndexOf(' ')) + " HTTP/1.1\r\n");
        String body = octets.substring(end + 4);
        assertThat(first.body().toString())
                .isEqualTo(octets.toLowerCase(Locale.ROOT).contains("\r\ntransfer-encoding:") ? unchunked(body) : body);
        List<Map.Entry<String, String>> fields = Stream.of(lines)
                .skip(1)
                .map(line -> Map.entry(
                        line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                        line.substring(line.indexOf(':') + 1).strip()))
                .toList();
        sameFields(each, fields, first);
    }

    private static String unchunked(String body) {
        StringBuilder all = new StringBuilder();
        int at = 0;
        while (true) {
            int line = body.indexOf("\r\n", at);
            int size = Integer.parseInt(body.substring(at, line), 16);
            if (size == 0) {
                return all.toString();
            }
            all.append(body, line + 2, line + 2 + size);
            at = line + 4 + size;
        }
    }

    private static void sameFields(Case each, List<Map.Entry<String, String>> fields, Arrived arrived) {
        for (Map.Entry<String, String> field : fields) {
            String name = field.getKey();
            if (!FRAMING.contains(name) && !each.absent().contains(name) && !name.startsWith(":")) {
                assertThat(arrived.values(name))
                        .as(name)
                        .isEqualTo(fields.stream()
                                .filter(other -> other.getKey().equals(name))
                                .map(Map.Entry::getValue)
                                .toList());
            }
        }
        for (String name : each.absent()) {
            assertThat(arrived.values(name)).as(name).noneMatch(value -> fields.contains(Map.entry(name, value)));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("http2")
    @DisplayName("HTTP/2, another stream after it")
    void http2(Case each) throws Exception {
        noted("HTTP/2", each, () -> {
            int before = marketplace.arrivals().size();
            try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
                FrameWire.Answer answer = wire.send(each.frames()).answer(1);
                List<Arrived> arrived = since(before);
                judge(each, answer, arrived);
                if (answer.goAway() < 0) {
                    assertThat(wire.request(3, true, "GET", "/listings?next")
                                    .answer(3)
                                    .status())
                            .as("the connection lives on")
                            .isEqualTo(200);
                    List<Arrived> all = since(before);
                    assertThat(all).hasSize(arrived.size() + 1);
                    assertThat(all.getLast().target()).isEqualTo("/listings?next");
                }
            }
        });
    }

    private static void judge(Case each, FrameWire.Answer answer, List<Arrived> arrived) {
        switch (each.expectation()) {
            case "pass" -> {
                assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
                assertThat(arrived)
                        .singleElement()
                        .satisfies(one -> assertThat(one.whole()).isTrue());
                sameStream(each, arrived.getFirst());
            }
            case "end" -> {
                assertThat(answer.reset() >= 0 || answer.goAway() > 0)
                        .as(answer.toString())
                        .isTrue();
                assertThat(arrived).isEmpty();
            }
            case "cut" -> {
                assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
                assertThat(arrived).isEmpty();
            }
            default -> {
                assertThat(answer.status()).as(answer.toString()).isEqualTo(Integer.parseInt(each.expectation()));
                assertThat(arrived).isEmpty();
            }
        }
    }

    private static void sameStream(Case each, Arrived arrived) {
        List<Map.Entry<String, String>> fields = new ArrayList<>(each.fields());
        Map<String, String> pseudo = new java.util.TreeMap<>();
        fields.stream()
                .filter(field -> field.getKey().startsWith(":"))
                .forEach(field -> pseudo.put(field.getKey(), field.getValue()));
        assertThat(arrived.head()).startsWith(pseudo.get(":method") + " " + pseudo.get(":path") + " HTTP/1.1\r\n");
        assertThat(arrived.body().toString()).isEqualTo(each.body());
        sameFields(each, fields, arrived);
    }

    @Test
    @DisplayName("PRX-1: signed calls like them pass, and the marketplace gets their octets")
    void signed(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        String body = "{ \"text\":\t\"GET /smuggled HTTP/1.1\\r\\n\" }";
        try (HttpClient http = HttpClient.newHttpClient()) {
            Agent agent = AnotherGateway.agent(state, http, URI.create("https://shop.example"), clock(world));
            int before = marketplace.arrivals().size();
            String length = "Content-Length: " + body.length() + "\r\n\r\n" + body;
            String chunks = "Transfer-Encoding: chunked\r\n\r\n5\r\n" + body.substring(0, 5) + "\r\n"
                    + Integer.toHexString(body.length() - 5) + "\r\n" + body.substring(5) + "\r\n0\r\n\r\n";
            for (String framed : List.of(length, chunks)) {
                try (Wire wire = new Wire(plain.address())) {
                    wire.send("POST " + stage.answers() + " HTTP/1.1\r\nHost: shop.example\r\n"
                            + fields(agent, stage, body) + framed + NEXT);
                    assertThat(ANSWER.matcher(wire.rest()).results().map(found -> found.group(1)))
                            .containsExactly("200", "200");
                }
            }
            try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
                List<String> lines = new ArrayList<>();
                for (String line : fields(agent, stage, body).strip().split("\r\n", -1)) {
                    lines.addAll(List.of(line.split(": ", 2)));
                }
                wire.request(1, false, "POST", stage.answers(), lines.toArray(String[]::new))
                        .data(1, false, body.substring(0, 5))
                        .data(1, true, body.substring(5));
                assertThat(wire.answer(1).status()).isEqualTo(200);
            }
            assertThat(since(before))
                    .filteredOn(one -> one.target().equals(stage.answers()))
                    .hasSize(3)
                    .allSatisfy(one -> assertThat(one.body().toString()).isEqualTo(body));
        }
    }

    private static String fields(Agent agent, Stage stage, String body) {
        StringBuilder fields = new StringBuilder();
        agent.sign(
                        "POST",
                        stage.answers(),
                        stage.grant.token(),
                        body.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        Agent.newKey())
                .lines()
                .forEach(field -> fields.append(field.name())
                        .append(": ")
                        .append(field.value())
                        .append("\r\n"));
        return fields.toString();
    }

    @Test
    @DisplayName("there are at least 150 lines of cases, and every kind has controls or stands beside one that has")
    void enough() {
        assertThat(Stream.concat(http1().stream(), http2().stream())
                        .map(each -> each.kind() + each.name().replaceAll(" #\\d+$", ""))
                        .distinct())
                .hasSizeGreaterThan(300);
        assertThat(Stream.concat(http1().stream(), http2().stream())
                        .filter(each -> each.expectation().equals("pass")))
                .hasSizeGreaterThan(40);
    }
}
