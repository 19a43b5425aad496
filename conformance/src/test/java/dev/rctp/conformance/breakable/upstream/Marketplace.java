package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hands accepted calls to the marketplace until it has decided (PRX-1, PRX-2, PRX-6). */
public final class Marketplace implements Upstream, AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration STEADY_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration MOST = Duration.ofHours(24);
    private static final Set<Integer> NO_VETO = Set.of(401, 407, 408, 425, 429);

    private final URI base;
    private final Duration patience;
    private final OutgoingHeaders headers;
    private final OutgoingSignature signature;
    private final GatewayClock clock;
    private final Set<Fault> faults;
    private final HttpClient client;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** The configured one. */
    public Marketplace(BreakableConfig config, GatewayClock clock, Set<Fault> faults) {
        this.base = URI.create(config.text("/upstream/base_url"));
        this.patience = config.duration("/upstream/response_timeout", Duration.ofSeconds(10));
        this.headers = new OutgoingHeaders(faults);
        this.signature = new OutgoingSignature(config.key(), clock);
        this.clock = clock;
        this.faults = faults;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .build();
    }

    @Override
    public Duration patience() {
        return patience;
    }

    @Override
    public CompletableFuture<Delivery> forward(Forward call) {
        CompletableFuture<Delivery> delivery = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                delivery.complete(deliver(call));
            } catch (InterruptedException | RuntimeException undelivered) {
                delivery.completeExceptionally(undelivered);
            }
        });
        return delivery;
    }

    private Delivery deliver(Forward call) throws InterruptedException {
        Instant end = clock.instant().plus(MOST);
        Duration pause = FIRST_PAUSE;
        for (int attempt = 0; ; attempt++) {
            Optional<Delivery> sure = attempt(call, attempt);
            if (sure.isPresent()) {
                return sure.get();
            }
            clock.waitUntil(clock.instant().plus(pause));
            if (!clock.instant().isBefore(end) && !faults.contains(Fault.PRX_NEVER_GIVES_UP)) {
                return new Delivery.Failed();
            }
            if (faults.contains(Fault.PRX_NO_SECOND_ATTEMPT)) {
                clock.waitUntil(end);
            }
            pause = after(pause);
        }
    }

    private Duration after(Duration pause) {
        if (faults.contains(Fault.PRX_STEADY_PAUSES)) {
            return STEADY_PAUSE;
        }
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private Optional<Delivery> attempt(Forward call, int attempt) throws InterruptedException {
        try {
            HttpResponse<byte[]> answer = client.send(request(call, attempt), HttpResponse.BodyHandlers.ofByteArray());
            int status = answer.statusCode();
            JsonNode json = json(answer.body());
            if (status / 100 == 2) {
                return Optional.of(new Delivery.Done(status, answer.body(), json));
            }
            if (status / 100 == 4 && !NO_VETO.contains(status)) {
                return Optional.of(new Delivery.Vetoed(status, answer.body(), json));
            }
            if (NO_VETO.contains(status) && faults.contains(Fault.PRX_429_IS_A_VETO)) {
                return Optional.of(new Delivery.Vetoed(status, answer.body(), json));
            }
            if (status / 100 == 5 && faults.contains(Fault.PRX_5XX_IS_A_VETO)) {
                return Optional.of(new Delivery.Vetoed(status, answer.body(), json));
            }
            if (status / 100 == 5 && faults.contains(Fault.PRX_5XX_IS_DONE)) {
                return Optional.of(new Delivery.Done(status, answer.body(), json));
            }
            return Optional.empty();
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    private HttpRequest request(Forward call, int attempt) {
        URI url = base.resolve(call.target());
        byte[] body = faults.contains(Fault.PRX_BODY_REWRITTEN) ? rewritten(call.body()) : call.body();
        String key = attempt > 0 && faults.contains(Fault.PRX_RETRY_WITH_OTHER_KEY) ? call.key() + attempt : call.key();
        HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(patience);
        request.method(call.method(), HttpRequest.BodyPublishers.ofByteArray(body));
        Headers all = added(call, key);
        if (faults.contains(Fault.PRX_CONNECTION_NAMES_OURS_AWAY)) {
            all = OutgoingHeaders.withoutNamed(all, call.headers());
        }
        Headers signed =
                faults.contains(Fault.PRX_UNSIGNED) ? all : signature.sign(call.method(), url, all, body, covered(all));
        for (Header line : signed.lines()) {
            if (OutgoingHeaders.settable(line)) {
                request.header(line.name(), line.value());
            }
        }
        return request.build();
    }

    private Headers added(Forward call, String key) {
        Headers all = headers.ofCall(call.headers()).only(line -> !line.name().equalsIgnoreCase("Request-Id"));
        for (Map.Entry<String, String> own : call.rctp().entrySet()) {
            all = all.plus(own.getKey(), own.getValue());
        }
        if (!faults.contains(Fault.PRX_NO_REQUEST_ID)) {
            all = all.plus("Request-Id", call.requestId());
        }
        if (faults.contains(Fault.PRX_AGENTS_KEY_FORWARDED)) {
            return all.plus(
                    "Idempotency-Key", call.headers().first("Idempotency-Key").orElse(key));
        }
        return all.plus("Idempotency-Key", key);
    }

    private List<String> covered(Headers all) {
        List<String> covered = new ArrayList<>(List.of("idempotency-key"));
        for (Header line : all.lines()) {
            String name = line.name().toLowerCase(Locale.ROOT);
            boolean ours = name.startsWith("rctp-") && !faults.contains(Fault.PRX_RCTP_HEADERS_UNSIGNED);
            if ((ours || name.equals("ucp-agent")) && !covered.contains(name)) {
                covered.add(name);
            }
        }
        return covered;
    }

    private static byte[] rewritten(byte[] body) {
        return JsonMapper.shared().readTree(body).toPrettyString().getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable JsonNode json(byte[] body) {
        try {
            return StrictJson.parse(body);
        } catch (InvalidJsonException none) {
            return null;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        client.shutdownNow();
    }
}
