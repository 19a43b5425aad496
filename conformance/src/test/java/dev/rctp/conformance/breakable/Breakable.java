package dev.rctp.conformance.breakable;

import dev.rctp.conformance.breakable.answer.Answers;
import dev.rctp.conformance.breakable.answer.Authorities;
import dev.rctp.conformance.breakable.answer.Discovery;
import dev.rctp.conformance.breakable.caller.Authenticator;
import dev.rctp.conformance.breakable.caller.Operators;
import dev.rctp.conformance.breakable.domain.Domain;
import dev.rctp.conformance.breakable.front.ClockDoor;
import dev.rctp.conformance.breakable.front.Front;
import dev.rctp.conformance.breakable.front.ManagementPort;
import dev.rctp.conformance.breakable.front.Parts;
import dev.rctp.conformance.breakable.front.Rechecking;
import dev.rctp.conformance.breakable.grant.Challenges;
import dev.rctp.conformance.breakable.grant.Grants;
import dev.rctp.conformance.breakable.grant.Introspection;
import dev.rctp.conformance.breakable.grant.Tiers;
import dev.rctp.conformance.breakable.http.HttpPort;
import dev.rctp.conformance.breakable.idempotency.Ledger;
import dev.rctp.conformance.breakable.upstream.Marketplace;
import dev.rctp.conformance.breakable.upstream.Relay;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** A running gateway with some faults, or none. */
public final class Breakable implements AutoCloseable {

    private final String baseUrl;
    private final String clockUrl;
    private final Deque<AutoCloseable> open;

    private Breakable(String baseUrl, String clockUrl, Deque<AutoCloseable> open) {
        this.baseUrl = baseUrl;
        this.clockUrl = clockUrl;
        this.open = open;
    }

    /** Starts a gateway that does these things wrong and all else right. */
    public static Breakable start(BreakableConfig config, Set<Fault> faults) throws IOException {
        GatewayClock clock = new GatewayClock();
        Registries registries = Registries.load();
        Deque<AutoCloseable> open = new ArrayDeque<>();
        Operators operators = new Operators(config, clock, faults);
        Tiers tiers = new Tiers(config, faults);
        Introspection introspection = new Introspection(config, registries, faults);
        Grants grants = new Grants(introspection, new Challenges(config, faults), config, clock, faults);
        Marketplace marketplace = new Marketplace(config, clock, faults);
        Rechecking rechecks = new Rechecking(operators, grants, tiers, registries.actions());
        Domain domain = new Domain(config, clock, marketplace, operators, rechecks, faults);
        Relay relay = new Relay(config, clock, faults);
        open.push(marketplace);
        open.push(domain);
        open.push(relay);
        Authorities authorities = new Authorities(
                config.optional("/listen/scheme").orElse("https"), config.texts("/listen/public_authorities"));
        Parts parts = new Parts(
                new Authenticator(config, operators, clock, faults),
                grants,
                tiers,
                new Ledger(clock, faults),
                domain,
                new Discovery(config, registries, tiers, faults),
                relay,
                registries.actions());
        Answers answers = new Answers(config.key(), authorities, clock, faults);
        Front front = new Front(config, parts, authorities, answers, clock, faults);
        open.push(HttpPort.open(config.listen(), front, clock, faults));
        ManagementPort management = new ManagementPort(config.text("/management/bearer"), domain);
        open.push(HttpPort.open(config.management(), management, clock, Set.of()));
        HttpPort door = HttpPort.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new ClockDoor(clock), clock, Set.of());
        open.push(door);
        String clockUrl = "http://127.0.0.1:" + door.address().getPort() + "/";
        return new Breakable(config.origin(), clockUrl, open);
    }

    /** What agents' URLs begin with. */
    public String baseUrl() {
        return baseUrl;
    }

    /** Where the gateway's clock is read and moved. */
    public String clockUrl() {
        return clockUrl;
    }

    @Override
    public void close() throws IOException {
        for (AutoCloseable part : open) {
            try {
                part.close();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
