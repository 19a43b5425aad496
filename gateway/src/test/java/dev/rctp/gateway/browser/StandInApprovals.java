package dev.rctp.gateway.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rctp.approval.page.ApprovalView;
import dev.rctp.approval.page.Assets;
import dev.rctp.approval.page.EnrolmentView;
import dev.rctp.approval.page.HostedPages;
import dev.rctp.approval.page.PageSettings;
import dev.rctp.approval.page.RenderedPage;
import dev.rctp.approval.page.Visitor;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST DOUBLE of what is behind the hosted pages: the pages are the real ones, the addresses they call (APR-8, APR-9)
 * answer from memory. It keeps what came in, and takes a signature only if it is right.
 */
final class StandInApprovals implements AutoCloseable {

    static final String ID = "apr_aaaaaaaaaaaaaaaaaaaaaaaaaa";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Assets assets = new Assets();
    private final HostedPages pages;
    final StandInPasskeys passkeys = new StandInPasskeys();

    /** The bodies of {@code POST …/terms}, oldest first. */
    final List<JsonNode> terms = new CopyOnWriteArrayList<>();

    /** The bodies of {@code POST …/response}, oldest first. */
    final List<JsonNode> responses = new CopyOnWriteArrayList<>();

    /** What the approval page shows; null for a request that waits as {@link #asked} says. */
    volatile @Nullable ApprovalView view;

    volatile EnrolmentView enrolment = new EnrolmentView.Ready("ticket-1", false);

    /** The pending request's JSON (APR-8) but its challenges. */
    volatile ObjectNode asked;

    /** The next answer to the terms, in place of commitment and challenges. */
    volatile @Nullable ObjectNode termsFaults;

    /** What answers to posted terms wait for. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    private StandInApprovals(HttpServer server, ObjectNode asked) {
        this.server = server;
        this.asked = asked;
        this.pages =
                new HostedPages(new PageSettings("localhost", List.of()), Registries.load(), InstantSource.system());
    }

    /** A gateway's pages on a loopback port, which nobody may embed. */
    static StandInApprovals start(ObjectNode asked) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StandInApprovals started = new StandInApprovals(server, asked);
        server.createContext("/", started::answer);
        server.setExecutor(started.threads);
        server.start();
        return started;
    }

    String origin() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    URI page() {
        return URI.create(origin() + "/approve/" + ID);
    }

    URI enrolmentPage() {
        return URI.create(origin() + "/enroll?ticket=ticket-1");
    }

    /** Answers no more. */
    void stop() {
        server.stop(0);
    }

    /** Ends the request as another window would. */
    void end(String status) {
        ObjectNode ended = asked.objectNode().put("status", status);
        if (status.equals("approved")) {
            ended.putObject("result").put("status", 200).putObject("body");
        }
        end(ended);
    }

    void end(ObjectNode status) {
        view = new ApprovalView.Ended(status, asked.path("approval").path("display"), Instant.now());
    }

    private boolean isPending() {
        Instant until = Instant.parse(asked.path("approval").path("expires_at").stringValue());
        if (view == null && !Instant.now().isBefore(until)) {
            end("expired");
        }
        return view == null;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            write(exchange, answerOf(exchange));
        } catch (InvalidJsonException | InterruptedException e) {
            throw new IOException(e);
        }
    }

    private RenderedPage answerOf(HttpExchange exchange)
            throws IOException, InvalidJsonException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        Optional<RenderedPage> asset =
                assets.get(path, exchange.getRequestHeaders().getFirst("If-None-Match"));
        if (asset.isPresent()) {
            return asset.get();
        }
        boolean wantsJson =
                "application/json".equals(exchange.getRequestHeaders().getFirst("Accept"));
        Visitor visitor = new Visitor(origin(), exchange.getRequestHeaders().getFirst("Accept-Language"));
        JsonNode body = exchange.getRequestMethod().equals("POST")
                ? StrictJson.parse(exchange.getRequestBody().readAllBytes())
                : asked.missingNode();
        return switch (path) {
            case "/approve/" + ID + "/terms" -> terms(body);
            case "/approve/" + ID + "/response" -> response(body);
            case "/approve/" + ID -> wantsJson ? json(200, pending()) : pages.approval(shown(), visitor);
            case "/enroll" ->
                body.isObject()
                        ? json(passkeys.enrol(body, origin()) ? 201 : 422, asked.objectNode())
                        : wantsJson ? json(200, passkeys.creation()) : pages.enrolment(enrolment, visitor);
            default -> json(404, asked.objectNode());
        };
    }

    private ApprovalView shown() {
        ApprovalView set = view;
        return isPending() || set == null ? waitingOrEnded() : set;
    }

    private ApprovalView waitingOrEnded() {
        ApprovalView set = view;
        return set == null ? new ApprovalView.Pending(pending()) : set;
    }

    private ObjectNode pending() {
        ObjectNode answer = asked.deepCopy();
        answer.put("rp_id", "localhost");
        passkeys.ids().forEach(answer.putArray("allow_credentials")::add);
        if (isPending()) {
            ObjectNode challenges = answer.putObject("challenges").put("decline", passkeys.challenge());
            if (!answer.has("form")) {
                challenges.put("approve", passkeys.challenge());
            }
        }
        return answer;
    }

    private RenderedPage terms(JsonNode body) throws InterruptedException {
        terms.add(body);
        gate.await();
        ObjectNode faults = termsFaults;
        if (faults != null) {
            termsFaults = null;
            return json(422, faults);
        }
        ObjectNode answer = asked.objectNode().put("terms_commitment", "sha-256:" + "0".repeat(64));
        answer.putObject("challenges").put("approve", passkeys.challenge()).put("decline", passkeys.challenge());
        return json(200, answer);
    }

    private RenderedPage response(JsonNode body) {
        responses.add(body);
        if (!isPending() || !passkeys.accepts(body.path("credential"), origin())) {
            return json(422, asked.objectNode().put("code", "approval_invalid"));
        }
        end(body.path("decision").stringValue().equals("approve") ? "approved" : "declined");
        return json(200, asked.objectNode());
    }

    private static RenderedPage json(int status, JsonNode json) {
        return new RenderedPage(
                status,
                Map.of("content-type", "application/json", "cache-control", "no-store"),
                json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void write(HttpExchange exchange, RenderedPage page) throws IOException {
        page.fields().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(page.status(), page.body().length == 0 ? -1 : page.body().length);
        exchange.getResponseBody().write(page.body());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
