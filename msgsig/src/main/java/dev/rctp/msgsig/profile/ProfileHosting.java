package dev.rctp.msgsig.profile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Fetches a profile for its own operator and judges how it is hosted (OPR-2). A gateway fetches otherwise: its connection goes
 * to the very address that was judged.
 */
final class ProfileHosting {

    private static final Duration LEAST = Duration.ofSeconds(60);
    private static final byte[] NOTHING = {};

    private final boolean allowLoopback;

    ProfileHosting(boolean allowLoopback) {
        this.allowLoopback = allowLoopback;
    }

    OperatorProfile fetch(String text) throws IOException, InterruptedException {
        Optional<ProfileUrl> url = ProfileUrl.parse(text, allowLoopback);
        if (url.isEmpty()) {
            return refused(
                    "It is not the URL of a profile.",
                    "Host it at an absolute https URL without userinfo and fragment; http is for a sandbox on a loopback host, with --allow-loopback.");
        }
        URI uri = url.get().uri();
        if (!hasPublicAddress(uri.getHost())) {
            return refused(
                    "The host " + uri.getHost() + " has an address of a special-use block.",
                    "Host it where the Internet can reach it.");
        }
        return judge(PlainFetch.get(uri));
    }

    private static OperatorProfile judge(FetchedProfile answer) {
        int status = answer.status();
        if (status >= 300 && status < 400) {
            return refused(
                    "It was answered with a redirect (" + status + "), which is not followed.",
                    "Use the final URL as the profile's URL, in UCP-Agent and where you are onboarded.");
        }
        if (status != 200) {
            return refused(
                    "It was answered with status " + status + " instead of 200.", "Serve it to anyone, with 200.");
        }
        if (answer.body().length > PlainFetch.MOST_BYTES) {
            return refused("It is larger than 128 KiB.", "Take out what nobody needs.");
        }
        return new OperatorProfile(answer.body(), caching(answer));
    }

    private static List<ProfileFault> caching(FetchedProfile answer) {
        Duration lifetime = CacheLifetime.of(answer.cacheControl(), Duration.ZERO, Duration.ofMinutes(5));
        return lifetime.compareTo(LEAST) >= 0
                ? List.of()
                : List.of(ProfileFault.advice(
                        "OPR-2",
                        "",
                        "Its Cache-Control allows less than 60 s.",
                        "Send Cache-Control: public, max-age=300. Gateways keep a profile 60 s whatever it says."));
    }

    private boolean hasPublicAddress(String host) throws UnknownHostException {
        AddressPolicy policy = new AddressPolicy(allowLoopback);
        return Arrays.stream(InetAddress.getAllByName(host)).allMatch(policy::permits);
    }

    private static OperatorProfile refused(String sentence, String mend) {
        return new OperatorProfile(NOTHING, List.of(ProfileFault.refused("OPR-2", "", sentence, mend)));
    }
}
