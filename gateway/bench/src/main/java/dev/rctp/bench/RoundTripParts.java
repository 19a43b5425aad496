package dev.rctp.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Round trips over the gateway's own client, each on a virtual thread; the CPU time is the process's without that of an idle pace. */
final class RoundTripParts implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final int LARGEST_ANSWER = 1 << 20;
    private static final int IN_FLIGHT = 256;

    private final Transport transport = Transport.open(1);
    private final OutboundClient client =
            new OutboundClient(transport, OutboundSettings.defaults(), NameLookup.platform());

    /** A question to the authorization server as the gateway asks it. */
    static OutboundRequest introspection(String issuer) {
        HttpFields fields = HttpFields.of(
                "accept", "application/json",
                "authorization", "Basic Z2F0ZXdheTpiZW5jaC1zZWNyZXQtYmVuY2gtc2VjcmV0",
                "content-type", "application/x-www-form-urlencoded");
        byte[] form = ("token=" + Agent.TOKEN + "&token_type_hint=access_token").getBytes(StandardCharsets.US_ASCII);
        return OutboundRequest.post(URI.create(issuer + "/introspect"), fields, form, DEADLINE, LARGEST_ANSWER, true);
    }

    /** A call as the marketplace gets it, with fields of the usual size. */
    static OutboundRequest upstream(String marketplace, Cryptography cryptography) {
        Agent agent = new Agent(cryptography.generate(), marketplace + "/.well-known/ucp", new SecureRandom());
        Origin origin = Origin.of(URI.create(marketplace));
        OutboundRequest call = agent.answerBuyer(origin, Store.answersPath(0));
        HttpFields fields = call.fields().toBuilder()
                .remove("authorization")
                .set("rctp-decision", "auto")
                .set("rctp-action", "listing.answer_buyer")
                .set("rctp-agent", agent.key().thumbprint())
                .set("rctp-operator", marketplace + "/.well-known/ucp")
                .set("rctp-seller", Store.SELLER)
                .set("rctp-terms", "sha-256:" + "0".repeat(64))
                .set("request-id", "req_" + "0".repeat(26))
                .build();
        return new OutboundRequest(
                origin, call.method(), call.target(), fields, call.body(), DEADLINE, LARGEST_ANSWER, true);
    }

    /** Microseconds of CPU for one exchange. */
    double exchange(OutboundRequest request, Schedule schedule) throws Exception {
        return schedule.measured(() -> paced(schedule, () -> {
            try {
                client.exchange(request);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Microseconds of CPU for a virtual thread that has nothing to do. */
    double idle(Schedule schedule) throws Exception {
        return schedule.measured(() -> paced(schedule, () -> {}));
    }

    private static double paced(Schedule schedule, Runnable work) throws InterruptedException {
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        Pace pace = new Pace(schedule.rate());
        int turns = schedule.turns();
        long before = PROCESS.getProcessCpuTime();
        for (int turn = 0; turn < turns; turn++) {
            pace.await(turn);
            inFlight.acquire();
            Thread.startVirtualThread(() -> {
                try {
                    work.run();
                } finally {
                    inFlight.release();
                }
            });
        }
        inFlight.acquire(IN_FLIGHT);
        return (PROCESS.getProcessCpuTime() - before) / 1000.0 / turns;
    }

    @Override
    public void close() {
        client.close();
        transport.close();
    }
}
