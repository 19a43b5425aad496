package dev.rctp.conformance.s12invariants;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.world.RecordPages;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** INV-1: no private term leaves the gateway by any path. */
public final class Inv1 implements Section {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public void register(Suite suite) {
        suite.test("INV-1.1", Inv1::answers);
        suite.test("INV-1.2", Inv1::marketplace);
        suite.test("INV-1.3", Inv1::webhooks);
        suite.test("INV-1.4", Inv1::records);
    }

    private static void answers(Trial t) {
        Life life = Life.lived(t);
        Secrets secrets = new Secrets(life.listing());
        for (Exchange exchange : t.exchanges()) {
            boolean toAgent = !exchange.base().isEmpty();
            if (toAgent) {
                String request = new String(exchange.request(), StandardCharsets.ISO_8859_1);
                String answer = new String(exchange.response(), StandardCharsets.UTF_8);
                secrets.absent(t, "the answer to " + request.lines().findFirst().orElse(""), answer);
            }
        }
    }

    private static void marketplace(Trial t) {
        Life life = Life.lived(t);
        Secrets secrets = new Secrets(life.listing());
        for (Received request : t.world().marketplace().requestsBy(request -> isOf(life, request))) {
            secrets.absent(t, "the marketplace's " + request.method() + " " + request.target(), request.text());
        }
    }

    private static boolean isOf(Life life, Received request) {
        String text = request.text();
        return Stream.of(
                        life.listing().id(),
                        life.listing().title(),
                        life.listing().approvalId(),
                        life.deal().id(),
                        life.deal().offer().id(),
                        life.deal().offer().negotiation(),
                        Long.toString(life.listing().floor()))
                .anyMatch(text::contains);
    }

    private static void webhooks(Trial t) {
        Life life = Life.lived(t);
        Secrets secrets = new Secrets(life.listing());
        t.needed(
                t.awaited(
                        PATIENCE,
                        () -> told(t).anyMatch(hook ->
                                        hook.text().contains(life.deal().id()))
                                ? true
                                : null),
                "No webhook told of the deal.");
        told(t).forEach(hook -> secrets.absent(t, "the webhook at " + hook.target(), hook.text()));
    }

    private static Stream<Received> told(Trial t) {
        List<String> names =
                t.world().operators().all().stream().map(HostedOperator::name).toList();
        return Stream.concat(names.stream(), Stream.of("marketplace"))
                .flatMap(name -> t.world().webhooks().deliveries(name, body -> true).stream());
    }

    private static void records(Trial t) {
        Life life = Life.lived(t);
        Secrets secrets = new Secrets(life.listing());
        for (Call read : life.records(t)) {
            for (String page : RecordPages.read(t, read).texts()) {
                secrets.absent(t, "the answer to GET " + read.target(), page);
            }
        }
    }
}
