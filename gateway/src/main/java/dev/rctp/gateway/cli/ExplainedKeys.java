package dev.rctp.gateway.cli;

import dev.rctp.gateway.explain.CandidateKey;
import dev.rctp.gateway.explain.CapturedRequest;
import dev.rctp.gateway.explain.KnownKeys;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.outbound.GuardedProfileSource;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.UcpAgentField;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.JudgedKey;
import dev.rctp.msgsig.profile.Operator;
import dev.rctp.msgsig.profile.ProfileDirectory;
import dev.rctp.msgsig.profile.ProfileFault;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The keys that a request is explained with: of the files given, or of a profile, judged as if it were onboarded. */
final class ExplainedKeys implements KnownKeys {

    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Set<String> VERSIONS = Set.of("2026-08-25");
    private static final int MOST_BYTES = 128 << 10;
    private static final ProfileDirectory.Unknown NO_URL = new ProfileDirectory.Unknown(
            "profile_not_trusted",
            "The profile that UCP-Agent names is no https URL, so no operator can be onboarded by it.");

    private final List<CandidateKey> keys;
    private final ProfileDirectory directory;
    private final @Nullable String fault;

    private ExplainedKeys(List<CandidateKey> keys, ProfileDirectory directory, @Nullable String fault) {
        this.keys = List.copyOf(keys);
        this.directory = directory;
        this.fault = fault;
    }

    static ExplainedKeys of(
            CapturedRequest request,
            @Nullable String profile,
            List<Path> files,
            boolean allowLoopback,
            InstantSource clock)
            throws IOException, InterruptedException {
        Cryptography cryptography = Cryptography.select();
        List<CandidateKey> keys = new ArrayList<>();
        for (Path file : files) {
            keys.add(key(file, cryptography));
        }
        String named = UcpAgentField.profile(request.fields()).orElse(null);
        if (profile == null && (named == null || !keys.isEmpty())) {
            return new ExplainedKeys(keys, (url, keyId) -> ofFiles(keys, url, keyId), null);
        }
        String from = profile == null ? String.valueOf(named) : profile;
        if (profile == null && ProfileUrl.parse(from, allowLoopback).isEmpty()) {
            return unfetched(from);
        }
        boolean isUrl = profile == null || from.matches("(?i)https?://.*");
        FetchedProfile document = isUrl
                ? fetched(from, allowLoopback)
                : new FetchedProfile(200, null, GivenFile.read(Path.of(from), MOST_BYTES));
        if (document.status() != 200) {
            String sentence = "The profile " + from + " could not be fetched.";
            return new ExplainedKeys(
                    keys, (url, keyId) -> new ProfileDirectory.Unknown("profile_unreachable", sentence), sentence);
        }
        keys.addAll(published(document, cryptography));
        String onboarded = isUrl ? from : String.valueOf(named);
        CachedProfiles directory = new CachedProfiles(
                () -> Set.of(onboarded),
                url -> document,
                cryptography,
                clock,
                ProfileSettings.defaults(VERSIONS, true));
        return new ExplainedKeys(keys, directory, null);
    }

    /** A capture names URLs alone: never a file, and this machine only where that is allowed. */
    private static ExplainedKeys unfetched(String named) {
        String sentence = ProfileUrl.parse(named, true).isEmpty()
                ? null
                : "The profile " + named + " is on this machine, which takes --allow-loopback.";
        return new ExplainedKeys(List.of(), (url, keyId) -> NO_URL, sentence);
    }

    private static CandidateKey key(Path file, Cryptography cryptography) throws IOException {
        try {
            ObjectNode jwk = StrictJson.parseObject(GivenFile.read(file, MOST_BYTES));
            return CandidateKey.of(cryptography.publicPart(jwk));
        } catch (InvalidJsonException e) {
            // the parser's message might quote the file
            throw new IOException(file + " is no JSON object.");
        } catch (MalformedKeyException e) {
            throw new IOException(file + " is no JWK that can be used: " + e.getMessage() + ".", e);
        }
    }

    /** What a profile with just these keys would give. */
    private static ProfileDirectory.Lookup ofFiles(List<CandidateKey> keys, String profile, String keyId) {
        if (ProfileUrl.parse(profile, true).isEmpty()) {
            return NO_URL;
        }
        return keys.stream()
                .filter(key -> key.key().thumbprint().equals(keyId))
                .findFirst()
                .<ProfileDirectory.Lookup>map(key ->
                        new ProfileDirectory.Found(new Operator(profile, "", "", "", 0, List.of(), null), key.key()))
                .orElseGet(
                        () -> new ProfileDirectory.Unknown("key_not_found", "None of the keys given has this keyid."));
    }

    /** Those that count first, so that a skipped key with the same members doesn't take their place. */
    private static List<CandidateKey> published(FetchedProfile document, Cryptography cryptography) {
        try {
            return JudgedKey.all(StrictJson.parseObject(document.body()).path("keys"), cryptography).stream()
                    .map(ExplainedKeys::candidate)
                    .sorted(Comparator.comparing((CandidateKey key) -> key.flaw() != null))
                    .toList();
        } catch (InvalidJsonException e) {
            return List.of(); // the directory tells what is wrong with the document
        }
    }

    /** What refuses the whole profile is no flaw of one key: the directory tells it. */
    private static CandidateKey candidate(JudgedKey judged) {
        ProfileFault fault = judged.fault();
        String flaw = fault == null || fault.effect() == ProfileFault.Effect.REFUSED
                ? null
                : fault.sentence() + " " + fault.mend();
        return new CandidateKey(judged.key(), judged.kid().isEmpty() ? null : judged.kid(), flaw);
    }

    /** Status 0 stands for no answer. */
    private static FetchedProfile fetched(String url, boolean allowLoopback) throws InterruptedException {
        Optional<URI> uri = ProfileUrl.parse(url, allowLoopback).map(ProfileUrl::uri);
        try (Transport transport = Transport.openNio(1);
                GuardedProfileSource source =
                        new GuardedProfileSource(transport, NameLookup.platform(), allowLoopback, DEADLINE, null)) {
            return uri.isPresent() ? source.fetch(uri.get()) : new FetchedProfile(0, null, new byte[0]);
        } catch (IOException e) {
            return new FetchedProfile(0, null, new byte[0]);
        }
    }

    @Override
    public List<CandidateKey> of(@Nullable String profile) {
        return keys;
    }

    ProfileDirectory directory() {
        return directory;
    }

    /** Why the profile could not be had; empty where it could, or none was asked for. */
    Optional<String> fault() {
        return Optional.ofNullable(fault);
    }
}
