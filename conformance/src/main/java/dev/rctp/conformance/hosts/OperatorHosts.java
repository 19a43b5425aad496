package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The host of the operators' profiles, {@code /<name>/.well-known/ucp}, and of their webhooks (OPR-3). */
public final class OperatorHosts implements AutoCloseable {

    private static final String WELL_KNOWN = "/.well-known/ucp";

    private final HttpHost host;
    private final String base;
    private final OperatorKeys keys;
    private final WebhookReceiver webhooks;
    private final Map<String, HostedOperator> operators = new ConcurrentHashMap<>();
    private final Queue<Received> strays = new ConcurrentLinkedQueue<>();

    /** Listens at the place with these operators. */
    public OperatorHosts(
            Place place,
            List<HostedOperator.Identity> identities,
            OperatorKeys keys,
            WebhookReceiver webhooks,
            InstantSource clock) {
        this.keys = keys;
        this.webhooks = webhooks;
        this.host = place.listen(clock);
        this.base = place.base(host);
        identities.forEach(this::add);
        host.serve(this::answer);
    }

    /** Hosts another operator, in place of one of the same name. */
    public HostedOperator add(HostedOperator.Identity identity) {
        HostedOperator operator = new HostedOperator(identity, base, keys);
        operators.put(identity.name(), operator);
        return operator;
    }

    /** The operator of this name, which must be there. */
    public HostedOperator operator(String name) {
        HostedOperator operator = operators.get(name);
        if (operator == null) {
            throw new IllegalArgumentException("No operator " + name + ".");
        }
        return operator;
    }

    /** All operators. */
    public List<HostedOperator> all() {
        return List.copyOf(operators.values());
    }

    /** The host's base URL. */
    public String base() {
        return base;
    }

    /** Where webhooks of this name go, an operator's or {@code marketplace}. */
    public String webhookUrl(String name) {
        return base + "/" + name + "/webhooks";
    }

    /** The requests that were for no profile and no webhook, such as those after a redirect. */
    public List<Received> strays() {
        return List.copyOf(strays);
    }

    @Override
    public void close() {
        host.close();
    }

    private Reply answer(Received request) {
        String path = request.path();
        if (path.endsWith(WebhookReceiver.PATH)) {
            return webhooks.answer(path.substring(1, path.length() - WebhookReceiver.PATH.length()), request);
        }
        HostedOperator operator = path.endsWith(WELL_KNOWN) && path.length() > WELL_KNOWN.length()
                ? operators.get(path.substring(1, path.length() - WELL_KNOWN.length()))
                : null;
        if (operator == null) {
            strays.add(request);
            return Reply.of(404);
        }
        return operator.fetched(request);
    }
}
