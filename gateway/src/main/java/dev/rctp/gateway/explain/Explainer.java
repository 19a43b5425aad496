package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.MessageAuthenticator;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignaturePolicy;
import dev.rctp.msgsig.UcpAgentField;
import dev.rctp.msgsig.profile.ProfileDirectory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says why a request's signature fails; the judgement is msgsig's, the words are found here. Safe for concurrent use. */
public final class Explainer {

    private final ProfileDirectory profiles;
    private final KnownKeys keys;
    private final SignaturePolicy policy;
    private final Vantage vantage;
    private final int most;

    /**
     * An explainer.
     *
     * @param profiles judges whose key it is, as for a gateway's own calls
     * @param keys the keys to try
     * @param policy when a signature is good
     * @param vantage how the gateway is known
     * @param most how many verifications one explanation may cost
     */
    public Explainer(ProfileDirectory profiles, KnownKeys keys, SignaturePolicy policy, Vantage vantage, int most) {
        this.profiles = profiles;
        this.keys = keys;
        this.policy = policy;
        this.vantage = vantage;
        this.most = most;
    }

    /**
     * Explains one request; empty where nothing tells the authority it was sent to.
     *
     * @param at when its head and body were received
     * @param signerBase the base that the signer printed; null where it is not known
     */
    public Optional<Explanation> explain(CapturedRequest request, Instant at, byte @Nullable [] signerBase)
            throws InterruptedException {
        Optional<RequestMessage> message = vantage.message(request);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        Authentication answer = new MessageAuthenticator(profiles, policy, InstantSource.fixed(at))
                .authenticate(message.get(), request.body(), at);
        String profile = UcpAgentField.profile(request.fields()).orElse(null);
        return Optional.of(new Examination(request, message.get(), answer, keys.of(profile), signerBase)
                .run(policy, vantage, at, most));
    }
}
