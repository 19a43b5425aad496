package dev.rctp.gateway.config;

import dev.rctp.msgsig.Authority;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.profile.ProfileUrl;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Checks {@code profile}: its place is this gateway's, its keys can sign (DIS-1, REC-5). */
final class ProfileChecks {

    private static final String PLACE = "/.well-known/ucp";

    private final JsonNode root;
    private final JwkFiles files;
    private final TextValues texts;
    private final FaultList faults;
    private final Cryptography cryptography = Cryptography.select();

    ProfileChecks(JsonNode root, JwkFiles files, FaultList faults) {
        this.root = root;
        this.files = files;
        this.texts = new TextValues(root);
        this.faults = faults;
    }

    void run() {
        texts.each("/profile/url", this::place);
        texts.each("/profile/resource", (path, url) -> {
            if (!WebUrl.isIdentifier(url, true)) {
                faults.add(path, "must be an https URL without query and fragment");
            }
        });
        texts.each("/profile/signing_key", this::signingKey);
        texts.elements("/profile/retired_keys", this::retiredKey);
    }

    private void place(String path, String url) {
        boolean loopback = root.path("allow_loopback_profiles").booleanValue(false);
        Optional<URI> place = ProfileUrl.parse(url, loopback).map(ProfileUrl::uri);
        if (place.isEmpty()) {
            faults.add(path, "must be an https URL without fragment (http on loopback: allow_loopback_profiles)");
        } else if (!PLACE.equals(place.get().getRawPath()) || place.get().getRawQuery() != null) {
            faults.add(path, "must end in " + PLACE + ", where the gateway answers with its profile");
        } else if (!authorities().contains(place.get().getRawAuthority())) {
            faults.add(path, "must have one of listen.public_authorities");
        }
    }

    private Set<String> authorities() {
        String scheme = root.at("/listen/scheme").stringValue(Defaults.SCHEME);
        return root.at("/listen/public_authorities")
                .valueStream()
                .map(authority -> Authority.normalize(scheme, authority.asString("")))
                .collect(Collectors.toSet());
    }

    private void signingKey(String path, String file) {
        files.read(path, file).ifPresent(jwk -> {
            try {
                es256(path, cryptography.signingKey(jwk).algorithm());
            } catch (MalformedKeyException e) {
                faults.add(path, "must hold a private ES256 key as a JWK: " + e.getMessage());
            }
        });
    }

    private void retiredKey(String path, String file) {
        files.read(path, file).ifPresent(jwk -> {
            try {
                es256(path, cryptography.publicPart(jwk).algorithm());
            } catch (MalformedKeyException e) {
                faults.add(path, "must hold an ES256 key as a JWK: " + e.getMessage());
            }
        });
    }

    private void es256(String path, SignatureAlgorithm algorithm) {
        if (algorithm != SignatureAlgorithm.ES256) {
            faults.add(path, "must hold a key for ES256 (P-256), not for " + algorithm.joseName());
        }
    }
}
