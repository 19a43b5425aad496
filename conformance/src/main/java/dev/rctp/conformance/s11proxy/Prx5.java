package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.OpenConnection;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.RawAnswer;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.conformance.world.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** PRX-5: what any good proxy does. */
public final class Prx5 implements Section {

    private static final long MOST = 1 << 20;

    private static final int CALLS = 12;

    @Override
    public void register(Suite suite) {
        suite.test("PRX-5.1", Prx5::hopByHopRequest);
        suite.test("PRX-5.2", Prx5::hopByHopAnswer);
        suite.test("PRX-5.3", Prx5::forged);
        suite.test("PRX-5.4", t -> {
            String query = "/search?q=" + t.world().fresh(9);
            t.world().marketplace().behave(query, Behaviour.hangUp());
            Answer answer = t.page("POST", query, Json.object().put("q", "bike"));
            t.that(
                    answer.status() >= 500,
                    "A broken connection to the marketplace was to be told, not " + answer.inShort());
            t.equal(1, t.world().marketplace().requests(query).size(), "How often the call was sent");
        });
        suite.test("PRX-5.5", t -> {
            long before = t.world().marketplace().connections();
            for (int n = 0; n < CALLS; n++) {
                Answer answer = t.page("GET", path(t), null);
                t.blockedUnless(answer.status() == 200, "A read was not forwarded: " + answer.inShort());
            }
            long opened = t.world().marketplace().connections() - before;
            t.that(
                    opened < CALLS / 2,
                    CALLS + " calls one after the other were to share connections, not open " + opened);
        });
        suite.test("PRX-5.6", Prx5::keepsConnection);
        suite.test("PRX-5.7", Prx5::http2);
    }

    private static String path(Trial t) {
        return "/catalog/" + t.world().fresh(12);
    }

    private static Received got(Trial t, String path) {
        List<Received> all = t.world().marketplace().requests(path);
        t.blockedUnless(!all.isEmpty(), "The marketplace did not get the call.");
        return all.getFirst();
    }

    private static void hopByHopRequest(Trial t) {
        String path = path(t);
        t.exchange(
                t.world()
                        .target()
                        .plain("GET", path, null)
                        .with("Connection", "X-Hop, keep-alive")
                        .with("X-Hop", "1")
                        .with("Keep-Alive", "timeout=5")
                        .with("Proxy-Connection", "keep-alive")
                        .with("TE", "trailers")
                        .with("X-End", "1"),
                "");
        Received got = got(t, path);
        t.blockedUnless("1".equals(got.header("X-End")), "A header of the caller's was not forwarded.");
        for (String name : List.of("X-Hop", "Keep-Alive", "Proxy-Connection", "TE")) {
            t.absent(got.header(name), "`" + name + "` of the forwarded request");
        }
    }

    private static void hopByHopAnswer(Trial t) {
        String path = path(t);
        Reply reply = Reply.json(200, Json.object())
                .with("Connection", "X-Hop, keep-alive")
                .with("X-Hop", "1")
                .with("Keep-Alive", "timeout=77")
                .with("Proxy-Authenticate", "Basic")
                .with("X-End", "1");
        t.world().marketplace().behave(path, Behaviour.answer(request -> reply));
        Answer answer = t.page("GET", path, null);
        t.blockedUnless("1".equals(answer.header("X-End")), "A header of the marketplace's was not given.");
        t.absent(answer.header("X-Hop"), "`X-Hop` of the answer");
        t.that(
                !"timeout=77".equals(answer.header("Keep-Alive")),
                "The marketplace's `Keep-Alive` was not to be given.");
    }

    private static void forged(Trial t) {
        String path = path(t);
        RawRequest request = t.world()
                .target()
                .plain("GET", path, null)
                .with("Forwarded", "for=203.0.113.66;host=forged.example")
                .with("X-Forwarded-For", "203.0.113.66")
                .with("X-Forwarded-Host", "forged.example")
                .with("X-Forwarded-Proto", "gopher");
        t.exchange(request, "");
        Received got = got(t, path);
        for (String name : List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto")) {
            t.that(
                    got.headers(name).stream().noneMatch(value -> value.equals(request.header(name))),
                    "`" + name + "` was not to reach the marketplace as the caller made it up.");
        }
    }

    private static void keepsConnection(Trial t) {
        RawRequest first = t.world().target().plain("GET", profile(t), null);
        try (OpenConnection connection = t.open()) {
            connection.write(first.bytes());
            connection.write(first.with("Connection", "close").bytes());
            RawAnswer answer = connection.readAll(MOST, t.world().target().timeout());
            t.equal(List.of(200, 200), answer.statuses(), "The statuses of two requests on one connection");
            t.that(answer.text().startsWith("HTTP/1.1 "), "The answer was to be HTTP/1.1.");
        }
    }

    private static String profile(Trial t) {
        return t.world().target().plan().profileUrl().getRawPath();
    }

    private static void http2(Trial t) throws InterruptedException {
        if (!t.world().target().scheme().equals("https")) {
            throw t.notApplicable("The target has no TLS.");
        }
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(t.world().target().door().base().resolve(profile(t)))
                            .timeout(t.world().target().timeout())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            t.equal(HttpClient.Version.HTTP_2, answer.version(), "The version of HTTP");
        } catch (IOException e) {
            t.that(false, "An answer by HTTP/2 was expected: " + e.getMessage());
        }
    }
}
