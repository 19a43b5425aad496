package dev.rctp.gateway;

import dev.rctp.gateway.store.SqlKeys;
import dev.rctp.msgsig.SigningKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key that signs now: the one chosen for all gateways of the database, or the configuration's where that one is none of its own (MGT-1). */
final class SigningChoice implements Supplier<SigningKey> {

    private static final Logger LOG = LoggerFactory.getLogger(SigningChoice.class);

    private final GatewayKeys keys;
    private final SqlKeys store;
    private volatile SigningKey current;

    private SigningChoice(GatewayKeys keys, SqlKeys store) {
        this.keys = keys;
        this.store = store;
        this.current = keys.signing();
    }

    /** Tells the database what this gateway publishes, and asks it who signs. */
    static SigningChoice open(GatewayKeys keys, SqlKeys store, Instant now) {
        Map<String, Boolean> published = keys.published().stream()
                .map(jwk -> jwk.path("kid").stringValue())
                .collect(Collectors.toMap(kid -> kid, keys.able()::containsKey, (one, other) -> one));
        store.publish(published, now);
        SigningChoice choice = new SigningChoice(keys, store);
        choice.look();
        return choice;
    }

    @Override
    public SigningKey get() {
        return current;
    }

    /** Takes over what the database says now. */
    void look() {
        Optional<String> chosen = store.chosen();
        SigningKey next = chosen.map(keys.able()::get).orElse(keys.signing());
        if (!next.thumbprint().equals(current.thumbprint())) {
            current = next;
            LOG.atInfo().addKeyValue("kid", next.thumbprint()).log("another key of the profile signs");
            if (chosen.isPresent() && !next.thumbprint().equals(chosen.get())) {
                LOG.atError().addKeyValue("kid", chosen.get()).log("the key chosen to sign is none of this gateway's");
            }
        }
    }
}
