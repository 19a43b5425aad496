package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.Explanation.Verdict;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.Component;
import dev.rctp.msgsig.CoverageRule;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.SignaturePolicy;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The examination of one request: each check by itself, so that one mistake doesn't hide the next. */
final class Examination {

    private final CapturedRequest request;
    private final RequestMessage message;
    private final Authentication answer;
    private final List<CandidateKey> keys;
    private final byte @Nullable [] signerBase;
    private final Redaction redaction;
    private final List<Finding> findings = new ArrayList<>();

    Examination(
            CapturedRequest request,
            RequestMessage message,
            Authentication answer,
            List<CandidateKey> keys,
            byte @Nullable [] signerBase) {
        this.request = request;
        this.message = message;
        this.answer = answer;
        this.keys = keys;
        this.signerBase = signerBase;
        this.redaction = new Redaction(request, signerBase);
    }

    Explanation run(SignaturePolicy policy, Vantage vantage, Instant at, int most) {
        if (!vantage.knows(request)) {
            found(new Finding(Mistake.HOST_UNKNOWN, "Host is not one of the gateway's public authorities."));
        }
        SignatureText text = SignatureReading.of(message.fields());
        SignatureInput input = text.input();
        if (answer instanceof VerifiedAgent && findings.isEmpty() && input != null) {
            return told(Verdict.VALID, BaseText.expected(message, input, new ArrayList<>()), null, 0);
        }
        text.findings().forEach(this::found);
        CallerFindings.agent(message.fields()).ifPresent(this::found);
        if (input == null) {
            return told(Verdict.FAULTY, null, null, 0);
        }
        CallerFindings caller = new CallerFindings(input, keys);
        List<Component> absent = new ArrayList<>();
        BaseText expected = BaseText.expected(message, input, absent);
        Proof proof = new Proof(request, message, vantage, text, caller.inOrder());
        Proof.Result result = proof.of(expected, input, signerBase, most);
        result.findings().stream()
                .filter(finding -> absent.isEmpty() || !isVague(finding.mistake()))
                .forEach(this::found);
        absent.forEach(component -> found(absent(component)));
        coverage(input);
        digest();
        caller.parameters().forEach(this::found);
        caller.keyId(result.signer()).ifPresent(this::found);
        TimeFindings.of(policy.freshness(), input, at).forEach(this::found);
        profile(result.signer() != null);
        return told(verdict(), expected, result.difference(), result.tried());
    }

    private static Finding absent(Component component) {
        String name = component.identifier();
        if (component.isTrailer()) {
            return new Finding(Mistake.TRAILER_COVERED, "The signature covers the trailer " + name + ".");
        }
        return component.isOfRequest()
                ? new Finding(Mistake.COMPONENT_UNKNOWN, "The component " + name + " has req, and this is a request.")
                : new Finding(Mistake.COMPONENT_ABSENT, "The request has no " + name + ".");
    }

    /** What a header that was signed and isn't there explains well enough. */
    private static boolean isVague(Mistake mistake) {
        return mistake == Mistake.UNEXPLAINED || mistake == Mistake.BASE_DIFFERS || mistake == Mistake.NOT_THIS_BASE;
    }

    private void coverage(SignatureInput input) {
        boolean hasBody = request.body().length > 0 || !request.bodyKnown();
        for (String name : CoverageRule.gaps(message, hasBody, input)) {
            Mistake mistake = name.equals("authorization") ? Mistake.BEARER_UNCOVERED : Mistake.UNCOVERED;
            found(new Finding(mistake, "The signature doesn't cover \"" + name + "\"."));
        }
    }

    private void digest() {
        if (!request.bodyKnown()) {
            found(new Finding(
                    Mistake.BODY_NOT_CAPTURED, "Content-Length tells of a body, which the capture doesn't have."));
            return;
        }
        DigestFindings.of(request, message.fields()).ifPresent(this::found);
    }

    /** A profile that is refused as a whole; one that can't be had, where nothing better is known of the key. */
    private void profile(boolean signerKnown) {
        boolean named = findings.stream().anyMatch(finding -> switch (finding.mistake()) {
            case AGENT_MISSING,
                    AGENT_MALFORMED,
                    KEYID_MISSING,
                    KEYID_NOT_THUMBPRINT,
                    KEYID_NOT_IN_PROFILE,
                    WRONG_KEY,
                    PROFILE_KEY_SKIPPED -> true;
            default -> false;
        });
        if (answer instanceof Authentication.Unauthenticated(Reason reason, var cause, String sentence)
                && reason == Reason.OPERATOR_UNKNOWN
                && (!named || "profile_malformed".equals(cause) || "version_unsupported".equals(cause))) {
            found(new Finding(Mistake.PROFILE_NOT_USABLE, sentence));
        } else if (keys.isEmpty() && !signerKnown) {
            found(new Finding(Mistake.NO_KEY, "No key is known that the signature could be tried with."));
        }
    }

    private Verdict verdict() {
        boolean undecided = findings.stream().allMatch(finding -> switch (finding.mistake()) {
            case NO_KEY, BODY_NOT_CAPTURED, CREDENTIAL_REDACTED -> true;
            default -> false;
        });
        if (undecided) {
            return Verdict.UNDECIDED;
        }
        return findings.stream().allMatch(finding -> finding.mistake() == Mistake.UNEXPLAINED)
                ? Verdict.UNEXPLAINED
                : Verdict.FAULTY;
    }

    private void found(Finding finding) {
        findings.add(new Finding(finding.mistake(), redaction.clean(finding.sentence())));
    }

    private Explanation told(Verdict verdict, @Nullable BaseText expected, @Nullable Difference difference, int tried) {
        return new Explanation(
                verdict,
                findings,
                answer instanceof Authentication.Unauthenticated refused ? told(refused) : null,
                expected == null ? null : redaction.cleanLines(expected.text()),
                redaction.clean(difference),
                tried);
    }

    private Authentication.Unauthenticated told(Authentication.Unauthenticated refused) {
        return new Authentication.Unauthenticated(
                refused.reason(), refused.cause(), redaction.clean(refused.sentence()));
    }
}
