package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.http.FramingException;
import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.conformance.breakable.http.Incoming;
import dev.rctp.conformance.breakable.http.Outgoing;
import dev.rctp.conformance.breakable.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Passes ungoverned requests on, streamed both ways (PRX-4, PRX-5). */
public final class Relay implements AutoCloseable {

    private static final long LONG = (16L << 20) - 4096;

    private final URI base;
    private final boolean authorization;
    private final OutgoingHeaders headers;
    private final OutgoingSignature signature;
    private final Tunnel tunnel;
    private final Set<Fault> faults;
    private final HttpClient client;

    /** To the configured marketplace. */
    public Relay(BreakableConfig config, GatewayClock clock, Set<Fault> faults) {
        this.base = URI.create(config.text("/upstream/base_url"));
        this.authorization = config.is("/ungoverned/forward_authorization");
        this.headers = new OutgoingHeaders(faults);
        this.signature = new OutgoingSignature(config.key(), clock);
        this.tunnel = new Tunnel(base);
        this.faults = faults;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
    }

    /** Passes one request on and its answer back; 503 where there is none. */
    public void pass(Incoming request, Outgoing answer, Response unavailable) throws IOException, InterruptedException {
        URI url = base.resolve(request.head().target());
        Headers given = request.head().headers();
        Headers kept = headers.ofUngoverned(given, authorization);
        Headers own = OutgoingHeaders.forwarded(
                kept, request.peer(), given.first("Host").orElse(""));
        List<String> covered = own.has("UCP-Agent") ? List.of("ucp-agent") : List.of();
        Headers signed = signature.sign(request.head().method(), url, own, new byte[0], covered);
        if (given.has("Upgrade")) {
            tunnel.pass(request, signed, answer);
            return;
        }
        HttpResponse<InputStream> got = sent(request, url, signed);
        if (got == null) {
            answer.send(unavailable);
            return;
        }
        back(got, request, answer);
    }

    private @Nullable HttpResponse<InputStream> sent(Incoming request, URI url, Headers lines)
            throws IOException, InterruptedException {
        RequestBody body = RequestBody.begun(request.body());
        HttpRequest.Builder out = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(30));
        out.method(request.head().method(), publisher(request, body));
        for (Header line : lines.lines()) {
            if (OutgoingHeaders.settable(line)) {
                out.header(line.name(), line.value());
            }
        }
        if (faults.contains(Fault.PRX_WRITE_REPEATED)) {
            return repeated(out.method(request.head().method(), whole(body)).build());
        }
        try {
            return client.send(out.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException noAnswer) {
            Optional<FramingException> why = body.ambiguous();
            if (why.isPresent()) {
                throw why.get();
            }
            return null;
        }
    }

    private @Nullable HttpResponse<InputStream> repeated(HttpRequest request) throws InterruptedException {
        HttpResponse<InputStream> answer = answer(request);
        return answer == null ? answer(request) : answer;
    }

    private @Nullable HttpResponse<InputStream> answer(HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException noAnswer) {
            return null;
        }
    }

    private static HttpRequest.BodyPublisher whole(RequestBody body) throws IOException {
        return body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body.readAllBytes());
    }

    private static HttpRequest.BodyPublisher publisher(Incoming request, RequestBody body) {
        if (body.isEmpty()) {
            return HttpRequest.BodyPublishers.noBody();
        }
        HttpRequest.BodyPublisher stream = HttpRequest.BodyPublishers.ofInputStream(() -> body);
        Optional<String> length = request.head().headers().first("Content-Length");
        return length.isPresent()
                ? HttpRequest.BodyPublishers.fromPublisher(stream, Long.parseLong(length.get()))
                : stream;
    }

    private void back(HttpResponse<InputStream> got, Incoming request, Outgoing answer) throws IOException {
        List<Header> lines = new ArrayList<>();
        got.headers().map().forEach((name, values) -> values.forEach(value -> lines.add(new Header(name, value))));
        Headers kept = headers.ofAnswer(new Headers(lines));
        long length = got.headers().firstValueAsLong("Content-Length").orElse(-1);
        try (InputStream body = got.body()) {
            if (request.head().method().equals("HEAD") || got.statusCode() == 304 || got.statusCode() == 204) {
                if (length >= 0) {
                    answer.sized(got.statusCode(), kept, length).flush();
                } else {
                    answer.send(new Response(got.statusCode(), kept, new byte[0]));
                }
                return;
            }
            OutputStream out = length >= 0
                    ? answer.sized(got.statusCode(), kept, length)
                    : answer.streamed(got.statusCode(), kept);
            byte[] some = new byte[16 * 1024];
            long passed = 0;
            for (int count = body.read(some); count >= 0; count = body.read(some)) {
                boolean lost = passed + count > LONG && faults.contains(Fault.PRX_LONG_ANSWER_CUT);
                out.write(some, 0, lost ? (int) Math.max(0, LONG - passed) : count);
                out.flush();
                passed += count;
            }
            if (length < 0 && !request.head().version().equals("HTTP/1.0")) {
                out.close();
            }
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
