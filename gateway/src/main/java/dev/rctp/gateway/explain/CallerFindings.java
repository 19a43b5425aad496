package dev.rctp.gateway.explain;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.UcpAgentField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is wrong with what a request says of its sender: {@code UCP-Agent}, {@code tag}, {@code keyid}, {@code alg} (SIG-1, OPR-1, OPR-3). */
final class CallerFindings {

    private final SignatureInput input;
    private final List<CandidateKey> keys;

    CallerFindings(SignatureInput input, List<CandidateKey> keys) {
        this.input = input;
        this.keys = keys;
    }

    static Optional<Finding> agent(HttpFields fields) {
        if (UcpAgentField.profile(fields).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                fields.contains("ucp-agent")
                        ? new Finding(Mistake.AGENT_MALFORMED, "UCP-Agent is no dictionary with a string profile.")
                        : new Finding(Mistake.AGENT_MISSING, "The request has no UCP-Agent."));
    }

    /** Tag and alg, and a keyid that leads to no key that counts. */
    List<Finding> parameters() {
        List<Finding> found = new ArrayList<>();
        String tag = input.tag();
        if (tag != null && !tag.equals("web-bot-auth")) {
            found.add(new Finding(Mistake.TAG_OTHER, "The tag is " + tag + "."));
        }
        CandidateKey named = named();
        String alg = input.alg();
        CandidateKey judged = named == null && keys.size() == 1 ? keys.getFirst() : named;
        if (judged != null && !judged.key().algorithm().fits(alg)) {
            found.add(new Finding(
                    Mistake.ALG_MISMATCH,
                    "alg is " + alg + ", the key's is "
                            + judged.key().algorithm().httpName() + "."));
        }
        return found;
    }

    /** The key that {@code keyid} leads to, by thumbprint or by what the profile calls it; null for none. */
    @Nullable
    CandidateKey named() {
        String keyId = input.keyId();
        return keys.stream()
                .filter(key -> key.key().thumbprint().equals(keyId) || (keyId != null && keyId.equals(key.kid())))
                .findFirst()
                .orElse(null);
    }

    /** The keys to try, the named one first. */
    List<CandidateKey> inOrder() {
        List<CandidateKey> order = new ArrayList<>(keys);
        CandidateKey named = named();
        if (named != null) {
            order.remove(named);
            order.addFirst(named);
        }
        return order;
    }

    /** What is wrong with the keyid, now that it is known who signed; null where that isn't known. */
    Optional<Finding> keyId(@Nullable CandidateKey signer) {
        String keyId = input.keyId();
        CandidateKey named = named();
        CandidateKey meant = signer == null ? named : signer;
        if (keyId == null) {
            return finding(Mistake.KEYID_MISSING, "The signature has no keyid" + by(signer) + ".");
        }
        if (signer != null && named != null && !named.equals(signer)) {
            return finding(Mistake.WRONG_KEY, "keyid names " + keyId + by(signer) + ".");
        }
        if (meant != null && meant.flaw() != null) {
            return finding(
                    Mistake.PROFILE_KEY_SKIPPED, "The profile has the key, but gateways skip it. " + meant.flaw());
        }
        if (meant != null && !meant.key().thumbprint().equals(keyId)) {
            boolean likeOne = keyId.matches("[A-Za-z0-9_-]{43}");
            return likeOne
                    ? finding(Mistake.WRONG_KEY, "keyid names " + keyId + by(signer) + ".")
                    : finding(Mistake.KEYID_NOT_THUMBPRINT, "keyid is " + keyId + by(signer) + ".");
        }
        return meant == null && !keys.isEmpty()
                ? finding(Mistake.KEYID_NOT_IN_PROFILE, "keyid is " + keyId + "; known are " + known() + ".")
                : Optional.empty();
    }

    private String known() {
        return String.join(
                ", ", keys.stream().map(key -> key.key().thumbprint()).toList());
    }

    private static String by(@Nullable CandidateKey signer) {
        return signer == null
                ? ""
                : "; the key that signed has the thumbprint " + signer.key().thumbprint();
    }

    private static Optional<Finding> finding(Mistake mistake, String sentence) {
        return Optional.of(new Finding(mistake, sentence));
    }
}
