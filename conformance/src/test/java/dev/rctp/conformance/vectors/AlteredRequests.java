package dev.rctp.conformance.vectors;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Requests that were changed after they were signed, or whose signature never was good. */
final class AlteredRequests {

    private final RequestVectors vectors;
    private final Cast cast;

    AlteredRequests(RequestVectors vectors, Cast cast) {
        this.vectors = vectors;
        this.cast = cast;
    }

    void make() {
        vectors.wrong("altered-method", "SIG-2", "Another method.", offer(), r -> r.method("PUT"));
        vectors.wrong("altered-path", "SIG-2", "Another path.", offer(), r -> r.target("/listings/lst-2/offers"));
        vectors.wrong("altered-query", "SIG-2", "B5: a re-encoded query.", read("/c?q=%2b"), r -> r.target("/c?q=%2B"));
        vectors.wrong("altered-path-case", "SIG-2", "A re-encoded path.", read("/a%7eb"), r -> r.target("/a~b"));
        vectors.wrong(
                "altered-host",
                "SIG-5",
                "Another of our authorities.",
                offer(),
                r -> r.fields().set("Host", "gateway.example:8443"));
        vectors.wrong(
                "altered-token",
                "SIG-2",
                "Another token.",
                accept(),
                r -> r.fields().set("Authorization", "Bearer tok_other"));
        vectors.wrong(
                "altered-idempotency-key",
                "SIG-2",
                "Another key.",
                offer(),
                r -> r.fields().set("Idempotency-Key", "vectors-fedcba9876543210"));
        vectors.wrong(
                "altered-type",
                "SIG-2",
                "Another content type.",
                offer(),
                r -> r.fields().set("Content-Type", "application/json; charset=utf-8"));
        vectors.wrong(
                "altered-digest-and-body",
                "SIG-3",
                "Another body with its own digest.",
                offer(),
                r -> r.digested("{}"));
        digests();
        octets();
        keys();
        times();
    }

    private void digests() {
        mismatch("digest-other-body", "B2: another body under the old digest.", r -> r.body("{\"deal_terms\":{}}"));
        mismatch("digest-no-body", "A digest and no body.", r -> r.body(""));
        mismatch("digest-space", "One space more in the body.", r -> r.body("{} "));
        unsound("digest-absent", "No Content-Digest at all.", "coverage_insufficient", r -> {
            r.fields().remove("Content-Digest");
            r.signing().uncover("\"content-digest\"");
            return r;
        });
        digest("digest-other-algorithm", "sha-512 alone.", "sha-512=:AAAA:");
        digest("digest-base64url", "B17: base64url is not a Byte Sequence's.", "sha-256=:--__--__--__--__:");
        digest("digest-text", "A String instead of a Byte Sequence.", "sha-256=\"AAAA\"");
        String good = RequestDraft.digest("{}");
        digest("digest-twice", "B8: sha-256 twice, once right.", good + ", " + RequestDraft.digest(""));
        digest("digest-upper-case", "A key in capitals is none.", good.replace("sha", "SHA"));
    }

    private void mismatch(String name, String comment, Consumer<RequestDraft> afterwards) {
        vectors.refused(name, "SIG-3", comment, "digest_mismatch", accept(), afterwards);
    }

    private void digest(String name, String comment, String field) {
        unsound(name, comment, "digest_mismatch", r -> {
            r.fields().set("Content-Digest", field);
            return r;
        });
    }

    private void unsound(String name, String comment, String cause, UnaryOperator<RequestDraft> before) {
        vectors.refused(name, "SIG-3", comment, cause, before.apply(accept()));
    }

    private void octets() {
        octets("signature-der", "B73: ASN.1 DER instead of r and s.", Octets::der);
        octets("signature-zero", "B67: r = s = 0.", Octets::zeros);
        octets("signature-order", "B67: r = s = n.", Octets::orders);
        octets("signature-one", "r = s = 1.", Octets::ones);
        octets("signature-swapped", "s before r.", Octets::swapped);
        octets("signature-flipped", "One bit differs.", Octets::flipped);
        octets("signature-cut", "One octet is missing.", Octets::cut);
        octets("signature-longer", "One octet too many.", s -> Octets.join(s, new byte[1]));
        octets("signature-empty", "No octets.", _ -> new byte[0]);
        RequestDraft wide = offer();
        wide.signing().by(cast.p384()).octets(_ -> new byte[64]);
        vectors.wrong("p384-narrow", "SIG-1", "B10: a P-384 key with a signature of 64 octets.", wide);
        RequestDraft edwards = offer();
        edwards.signing().by(cast.ed25519()).octets(Octets::zeros);
        vectors.wrong("ed25519-zero", "SIG-1", "Zeros for Ed25519.", edwards);
    }

    private void octets(String name, String comment, UnaryOperator<byte[]> change) {
        RequestDraft draft = offer();
        draft.signing().octets(change);
        vectors.wrong(name, "SIG-1", comment, draft);
    }

    private void keys() {
        RequestDraft other = offer();
        other.signing().secretlyBy(cast.seller());
        vectors.wrong("key-other", "SIG-1", "Signed by another key than the one it names.", other);
        RequestDraft stranger = offer();
        stranger.signing().by(cast.stranger());
        vectors.other("keyid-unknown", "OPR-1", "A keyid of no known key.", "operator_unknown", stranger, _ -> {});
        for (String alg : new String[] {"hmac-sha256", "ed25519", "ecdsa-p384-sha384", "rsa-pss-sha512", "ES256", ""}) {
            RequestDraft draft = offer();
            draft.signing().parameters(draft.signing().created(Cast.NOW) + ";alg=\"" + alg + "\"");
            vectors.refused(
                    "alg-" + (alg.isEmpty() ? "empty" : alg.toLowerCase(Locale.ROOT)) + "-of-p256",
                    "SIG-1",
                    "B10: an alg that is not the key's.",
                    "algorithm_unsupported",
                    draft);
        }
    }

    private void times() {
        time("created-too-old", "Created 301 s ago.", ";created=" + (Cast.NOW - 301));
        time("created-too-far", "Created 61 s ahead.", ";created=" + (Cast.NOW + 61));
        time("created-negative", "Created before 1970.", ";created=-1");
        time("expires-now", "now >= expires is expired.", ";created=" + (Cast.NOW - 9) + ";expires=" + Cast.NOW);
        time(
                "expires-created",
                "B11: expires is created.",
                ";created=" + (Cast.NOW + 9) + ";expires=" + (Cast.NOW + 9));
        time(
                "expires-before",
                "B11: expires before created.",
                ";created=" + (Cast.NOW + 9) + ";expires=" + (Cast.NOW + 5));
        time("expires-past-alone", "Expired, without created.", ";expires=" + (Cast.NOW - 1));
        time(
                "old-but-unexpired",
                "B11: a window of a year.",
                ";created=" + (Cast.NOW - 86400) + ";expires=" + (Cast.NOW + 31536000));
    }

    private void time(String name, String comment, String times) {
        RequestDraft draft = offer();
        draft.signing().parameters(times + draft.signing().keyId());
        vectors.refused(name, "SIG-4", comment, "signature_expired", draft);
    }

    private RequestDraft offer() {
        return RequestDraft.offer(cast.buyer());
    }

    private RequestDraft accept() {
        return RequestDraft.accept(cast.seller());
    }

    private RequestDraft read(String target) {
        return RequestDraft.read(cast.buyer(), target);
    }
}
