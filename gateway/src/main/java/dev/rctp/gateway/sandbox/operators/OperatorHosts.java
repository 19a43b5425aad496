package dev.rctp.gateway.sandbox.operators;

import dev.rctp.gateway.sandbox.authserver.Clients;
import dev.rctp.gateway.sandbox.loopback.Behaviours;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.gateway.sandbox.loopback.JsonBody;
import dev.rctp.gateway.sandbox.loopback.LoopbackServer;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Routes;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.InvalidJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: the host of all operators, running: {@code /<name>/.well-known/ucp} and {@code /<name>/webhooks} of each,
 * {@code GET}, {@code POST} and {@code DELETE /test/webhooks}, and {@code POST /test/profiles/<name>}, which takes
 * {@code {"remove_kid": <kid>}} (204, or 404 for a key that is not in the profile) or {@code {"add": <agent_id>}} (201 with
 * {@code agent_id} and the new agent's private {@code jwk}).
 */
public final class OperatorHosts implements Clients, AutoCloseable {

    private final LoopbackServer server;
    private final Agents agents;
    private final List<OwnOperator> own;
    private final Webhooks webhooks = new Webhooks();
    private final Behaviours behaviours = new Behaviours();

    private OperatorHosts(LoopbackServer server, Agents agents, List<OwnOperator> own) {
        this.server = server;
        this.agents = agents;
        this.own = List.copyOf(own);
    }

    /**
     * Starts it; throws where the port is taken or the state can't be read.
     *
     * @param port the port to listen on; 0 takes a free one
     * @param cryptography makes the agents' keys
     * @param state the folder that keeps them; null keeps them in memory
     */
    public static OperatorHosts start(int port, Cryptography cryptography, @Nullable Path state) throws IOException {
        return start(port, cryptography, state, List.of());
    }

    /**
     * Starts it with operators of the user's own.
     *
     * @param own whose profile files are served at {@code /<name>/.well-known/ucp} too, read anew each time
     */
    public static OperatorHosts start(int port, Cryptography cryptography, @Nullable Path state, List<OwnOperator> own)
            throws IOException {
        Agents agents = new Agents(Journal.in(state, "agents.jsonl"), cryptography);
        OperatorHosts hosts = new OperatorHosts(LoopbackServer.bind("operator hosts", port), agents, own);
        hosts.server.serve(hosts.routes());
        return hosts;
    }

    /** Its base URL, without a trailing slash. */
    public String address() {
        return server.address();
    }

    /** The operators as they are now, the user's own last and without agents, since their keys are not known here. */
    public List<HostedOperator> operators() {
        Stream<HostedOperator> guests = own.stream()
                .map(guest ->
                        new HostedOperator(guest.name(), OwnOperator.ROLES, profile(guest), guest.source(), List.of()));
        return Stream.concat(cast().stream(), guests).toList();
    }

    private List<HostedOperator> cast() {
        return Arrays.stream(Cast.values())
                .map(operator -> new HostedOperator(
                        operator.operator(),
                        operator.roles(),
                        base(operator) + "/.well-known/ucp",
                        operator.legalEntity(),
                        agents.of(operator.operator())))
                .toList();
    }

    @Override
    public Optional<Client> find(String clientId) {
        return client(
                operator -> operator.profile().equals(clientId),
                guest -> profile(guest).equals(clientId));
    }

    @Override
    public Optional<Client> holding(String jkt) {
        return client(
                operator -> operator.agents().stream()
                        .anyMatch(agent -> agent.key().thumbprint().equals(jkt)),
                guest -> guest.holds(jkt));
    }

    /** Stops it. */
    @Override
    public void close() {
        server.close();
    }

    private Optional<Client> client(Predicate<HostedOperator> wanted, Predicate<OwnOperator> wantedGuest) {
        Optional<Client> known = cast().stream()
                .filter(wanted)
                .findFirst()
                .map(operator -> new Client(operator.profile(), operator.legalEntity()));
        return known.or(() -> own.stream()
                .filter(wantedGuest)
                .findFirst()
                .map(guest -> new Client(profile(guest), guest.legalEntity())));
    }

    private String profile(OwnOperator guest) {
        return guest.isHostedHere()
                ? server.address() + "/" + guest.name() + "/.well-known/ucp"
                : ProfileUrl.parse(guest.source(), true).orElseThrow().text();
    }

    private Routes routes() {
        return new Routes()
                .on("GET", "/health", (request, none) -> Outgoing.empty(204))
                .on("GET", "/test/webhooks", (request, none) -> Outgoing.json(200, webhooks.toJson()))
                .on("DELETE", "/test/webhooks", (request, none) -> {
                    webhooks.clear();
                    return Outgoing.empty(204);
                })
                .on("POST", "/test/webhooks", (request, none) -> {
                    behaviours.plan(request.json());
                    return Outgoing.empty(204);
                })
                .on("POST", "/test/profiles/{name}", this::changeProfile)
                .on("GET", "/{name}/.well-known/ucp", this::profile)
                .on("POST", "/{name}/webhooks", this::takeWebhook);
    }

    private Outgoing profile(Incoming request, List<String> captured) throws IOException {
        Optional<Cast> operator = named(captured);
        if (operator.isEmpty()) {
            Optional<OwnOperator> guest = OwnOperator.hosted(own, captured.getFirst());
            return guest.isEmpty()
                    ? Outgoing.empty(404)
                    : new Outgoing(
                            200,
                            HttpFields.of("content-type", "application/json", "cache-control", "public, max-age=60"),
                            Outgoing.whole(Files.readAllBytes(guest.get().file())));
        }
        ObjectNode document = ProfileDocument.of(
                operator.get(),
                base(operator.get()) + "/webhooks",
                agents.of(operator.get().operator()));
        return ProfileDocument.serve(document, request);
    }

    private Outgoing takeWebhook(Incoming request, List<String> captured) throws InterruptedException {
        String name = captured.getFirst();
        boolean known =
                named(captured).isPresent() || OwnOperator.hosted(own, name).isPresent();
        if (known) {
            webhooks.keep(name, request);
        }
        Optional<Behaviours.Behaviour> planned = behaviours.take(request);
        if (planned.isPresent()) {
            Thread.sleep(planned.get().delay());
            if (planned.get().status() != 0) {
                return Outgoing.empty(planned.get().status());
            }
        }
        return Outgoing.empty(known ? 204 : 404);
    }

    private Outgoing changeProfile(Incoming request, List<String> captured) throws InvalidJsonException {
        Optional<Cast> operator = named(captured);
        if (operator.isEmpty()) {
            return Outgoing.empty(404);
        }
        String name = operator.get().operator();
        JsonBody body = request.json();
        Optional<String> removed = body.optionalText("remove_kid");
        if (removed.isPresent()) {
            return Outgoing.empty(agents.remove(name, removed.get()) ? 204 : 404);
        }
        HostedAgent added = agents.add(name, body.text("add"));
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("agent_id", added.agentId());
        answer.set("jwk", added.key().privateJwk());
        return Outgoing.json(201, answer);
    }

    private static Optional<Cast> named(List<String> captured) {
        return Arrays.stream(Cast.values())
                .filter(operator -> operator.operator().equals(captured.getFirst()))
                .findFirst();
    }

    private String base(Cast operator) {
        return server.address() + "/" + operator.operator();
    }
}
