package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The gateway's keys as its profile had them when it was fetched (DIS-1), retired ones too (REC-5). Keep it 5 minutes at most,
 * and fetch it anew, at most once a minute, when a signature names a key that it doesn't know.
 */
public final class GatewayProfile implements KeyLookup {

    private final ProfileKeys keys;

    private GatewayProfile(ProfileKeys keys) {
        this.keys = keys;
    }

    /**
     * Fetches it from where the marketplace says it is; never take the URL from an answer or a webhook.
     *
     * @param url https, or http on a loopback host
     * @throws IOException where no profile with usable keys came
     */
    public static GatewayProfile fetch(URI url) throws IOException, InterruptedException {
        URI safe = ProfileUrl.parse(url.toString(), true)
                .orElseThrow(() -> new IOException("The gateway's profile needs an https URL: " + url))
                .uri();
        FetchedProfile answer = PlainFetch.get(safe);
        if (answer.status() != 200 || answer.body().length > PlainFetch.MOST_BYTES) {
            throw new IOException("There is no gateway's profile at " + url + ": status " + answer.status() + ", "
                    + answer.body().length + " bytes.");
        }
        return of(answer.body());
    }

    /** The keys of a profile that was fetched before; throws where none of them is usable. */
    public static GatewayProfile of(byte[] document) throws IOException {
        try {
            JsonNode keys = StrictJson.parseObject(document).path("keys");
            List<ProfileFault> faults = ProfileKeys.faults(keys);
            ProfileKeys usable = ProfileKeys.of(keys, Cryptography.select());
            if (!faults.isEmpty() || usable.thumbprints().isEmpty()) {
                throw new IOException("The gateway's profile has no usable keys.");
            }
            return new GatewayProfile(usable);
        } catch (InvalidJsonException e) {
            throw new IOException("The gateway's profile is no JSON object: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable VerificationKey find(String keyId) {
        return keys.find(keyId).orElse(null);
    }
}
