package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.OpenConnection;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.conformance.world.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** PRX-4: ungoverned calls. */
public final class Prx4 implements Section {

    private static final String LISTED = "/search";
    private static final long LARGE = 16 << 20;
    private static final int LARGE_BODY = 8 << 20;
    private static final Duration SILENCE = Duration.ofSeconds(10);

    @Override
    public void register(Suite suite) {
        suite.test("PRX-4.1", t -> {
            String path = path(t) + "?q=C%2b%2b+x&z=%7E";
            JsonNode body = Json.object().put("reference", t.world().fresh(9));
            t.world().marketplace().behave(path, Behaviour.status(200, body));
            Answer answer = t.page("GET", path, null);
            t.equal(path, arrived(t, path).target(), "The forwarded target");
            t.equal(200, answer.status(), "The status of the answer");
            t.equal(body, answer.json(), "The answer's body");
        });
        suite.test("PRX-4.2", t -> forwarded(t, "HEAD"));
        suite.test("PRX-4.3", t -> forwarded(t, "OPTIONS"));
        suite.test("PRX-4.4", Prx4::large);
        suite.test("PRX-4.5", Prx4::events);
        suite.test("PRX-4.6", Prx4::largeBody);
        suite.test("PRX-4.7", Prx4::upgrade);
        suite.test("PRX-4.8", t -> {
            control(t);
            Answer answer = t.page("POST", path(t), Json.object());
            t.equal(403, answer.status(), "The status of an unlisted write");
            t.equal("action_forbidden", answer.code(), "The code of an unlisted write's refusal");
        });
        suite.test("PRX-4.9", t -> {
            control(t);
            for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                String path = path(t);
                t.page(method, path, Json.object());
                t.equal(
                        0,
                        t.world().marketplace().requests(path).size(),
                        "What the marketplace got of an unlisted " + method);
            }
        });
        suite.test("PRX-4.10", t -> {
            String query = LISTED + "?q=" + t.world().fresh(9);
            Answer answer = t.page("POST", query, Json.object().put("q", "bike"));
            t.equal(2, answer.status() / 100, "The class of the status of a listed write");
            t.equal("POST", arrived(t, query).method(), "The method of the listed write");
        });
        suite.test("PRX-4.11", Prx4::withoutAuthorization);
    }

    private static String path(Trial t) {
        return "/catalog/" + t.world().fresh(12);
    }

    private static Received arrived(Trial t, String path) {
        List<Received> all = t.world().marketplace().requests(path);
        t.that(!all.isEmpty(), "The marketplace was to get the call.");
        return all.getFirst();
    }

    private static void control(Trial t) {
        Answer answer = t.page("POST", LISTED + "?q=" + t.world().fresh(9), Json.object());
        t.blockedUnless(answer.status() / 100 == 2, "The listed write was not forwarded: " + answer.inShort());
    }

    private static void forwarded(Trial t, String method) {
        String path = path(t);
        Answer answer = t.page(method, path, null);
        t.equal(method, arrived(t, path).method(), "The method that the marketplace got");
        t.equal(200, answer.status(), "The status of the answer");
    }

    private static void large(Trial t) {
        try (OpenConnection connection = t.open()) {
            connection.head("GET /large?bytes=" + LARGE, "Connection: close\r\n");
            String answer = connection.readAll(2 * LARGE, SILENCE).text();
            int body = Math.max(0, answer.indexOf("\r\n\r\n"));
            // no chunk's size has an x
            long whole = answer.chars().skip(body).filter(octet -> octet == 'x').count();
            t.that(whole == LARGE, "The answer of 16 MiB was to come whole.");
        }
    }

    private static void events(Trial t) {
        try (OpenConnection connection = t.open()) {
            connection.head("GET /events?count=2&interval_ms=3000", "");
            String text = connection.readUntil("id: 1\n", SILENCE);
            t.that(text.contains("id: 1\n"), "The first event was to come.");
            t.that(!text.contains("id: 2\n"), "The first event was to come before the second one was sent.");
        }
    }

    private static void largeBody(Trial t) {
        String query = LISTED + "?q=" + t.world().fresh(9);
        byte[] body = new byte[LARGE_BODY];
        Arrays.fill(body, (byte) 'y');
        String more = "Content-Type: text/plain\r\nContent-Length: " + body.length + "\r\n";
        try (OpenConnection connection = t.open()) {
            connection.head("POST " + query, more);
            connection.write(body);
            connection.readUntil("\r\n\r\n", SILENCE);
        }
        t.equal(LARGE_BODY, arrived(t, query).body().length, "The size of the body that the marketplace got");
    }

    private static void upgrade(Trial t) {
        try (OpenConnection connection = t.open()) {
            connection.head(
                    "GET /upgrade",
                    String.join(
                            "\r\n",
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                            ""));
            String head = connection.readUntil("\r\n\r\n", SILENCE);
            t.that(head.startsWith("HTTP/1.1 101"), "The upgrade was to be answered 101.");
            String text = "ping-" + t.world().fresh(6);
            connection.write(text.getBytes(StandardCharsets.US_ASCII));
            t.that(connection.readUntil(text, SILENCE).contains(text), "What was sent after 101 was to come back.");
        }
    }

    private static void withoutAuthorization(Trial t) {
        String token = "tok_" + t.world().fresh(12);
        for (String method : List.of("GET", "POST")) {
            String path = (method.equals("GET") ? path(t) : LISTED) + "?q="
                    + t.world().fresh(9);
            RawRequest request = t.world()
                    .target()
                    .plain(method, path, method.equals("GET") ? null : Json.object())
                    .with("Authorization", "Bearer " + token);
            t.exchange(request, "");
            Received got = arrived(t, path);
            t.that(
                    !new String(got.head(), StandardCharsets.ISO_8859_1).contains(token),
                    "`Authorization` was not to be forwarded with an ungoverned " + method + ".");
        }
    }
}
