package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.RequestVerifier;
import dev.rctp.msgsig.ValidSignature;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tells an operator whether a webhook is the gateway's and meant for this address (WHK-1); safe for concurrent use. */
public final class WebhookVerifier {

    private static final List<String> ALWAYS = List.of("\"webhook-id\"", "\"webhook-timestamp\"");

    private final RequestVerifier verifier;
    private final URI address;

    /**
     * A verifier.
     *
     * @param gateway the gateway's keys, such as its {@code GatewayProfile}
     * @param address the {@code webhook_url} of the operator's profile; what {@code Host} says counts for nothing
     * @param clock signatures are at most 300 s old by it
     */
    public WebhookVerifier(KeyLookup gateway, URI address, InstantSource clock) {
        this.verifier = new RequestVerifier(gateway, Freshness.STRICT, clock);
        this.address = address;
    }

    /** A verifier by the system's clock. */
    public WebhookVerifier(KeyLookup gateway, URI address) {
        this(gateway, address, InstantSource.system());
    }

    /**
     * Judges a {@code POST} that came.
     *
     * @param body the raw body, before any parser
     */
    public WebhookVerdict verify(HttpFields fields, byte[] body) {
        RequestMessage request = RequestSigner.message("POST", address, fields);
        Set<String> required = new LinkedHashSet<>(CoveredComponents.ofRequest(request, body.length > 0));
        required.addAll(ALWAYS);
        return switch (verifier.verify(request, body, new ArrayList<>(required))) {
            case ValidSignature _ ->
                new ProvenWebhook(fields.combined("webhook-id").orElse(""), body);
            case InvalidSignature invalid -> new WebhookVerdict.Unproven(invalid.fault(), invalid.sentence());
        };
    }
}
