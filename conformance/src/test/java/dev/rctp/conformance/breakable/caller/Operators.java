package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.BreakableConfig.Operator;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.caller.ProfileReader.Reading;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The onboarded operators and their keys (OPR-1). */
public final class Operators implements Profiles {

    private final Map<String, Operator> onboarded = new TreeMap<>();
    private final ProfileCache cache;
    private final Set<Fault> faults;

    /** Those of the configuration. */
    public Operators(BreakableConfig config, GatewayClock clock, Set<Fault> faults) {
        this.faults = faults;
        for (Operator operator : config.operators()) {
            onboarded.put(AgentField.normalized(operator.profile()).orElseThrow(), operator);
        }
        ProfileFetch fetch = new ProfileFetch(config.is("/allow_loopback_profiles"), faults);
        this.cache = new ProfileCache(fetch, new ProfileReader(config.texts("/ucp_versions"), faults), clock, faults);
    }

    /**
     * A key and whose it is.
     *
     * @param caller who signs with it
     * @param key the key
     */
    public record Signer(Caller caller, PublicJwk key) {}

    /** The signer that {@code UCP-Agent} and the signature name; a refusal where there is none. */
    public Signer signer(Optional<String> agentField, String keyId) throws Refusal {
        Optional<String> url = agentField.flatMap(AgentField::profile);
        if (url.isEmpty()) {
            throw unknown("UCP-Agent names no profile.");
        }
        Operator operator = onboarded.get(url.get());
        if (operator == null) {
            if (faults.contains(Fault.OPR_STRANGER_FETCHED)) {
                cache.reading(url.get(), keyId);
            }
            throw unknown("The operator is not onboarded.");
        }
        return switch (cache.reading(url.get(), keyId)) {
            case Reading.Valid(Profile profile) -> signer(operator, profile, keyId);
            case Reading.OtherVersion _ ->
                throw Refusal.because(
                        Reason.OPERATOR_UNKNOWN,
                        "version_unsupported",
                        "The profile's UCP version is not spoken here.");
            case Reading.Invalid _ -> throw unknown("The operator's profile can't be had, or is invalid.");
        };
    }

    private static Signer signer(Operator operator, Profile profile, String keyId) throws Refusal {
        PublicJwk key = profile.keys().get(keyId);
        if (key == null) {
            throw unknown("The profile has no such key.");
        }
        Caller caller = new Caller(
                operator.profile(), operator.name(), operator.roles(), key.thumbprint(), key.jwk(), profile.operator());
        return new Signer(caller, key);
    }

    @Override
    public Optional<Profile> current(String url) {
        Optional<String> normalized = AgentField.normalized(url);
        return normalized.filter(onboarded::containsKey).flatMap(cache::current);
    }

    private static Refusal unknown(String content) {
        return Refusal.of(Reason.OPERATOR_UNKNOWN, content);
    }
}
