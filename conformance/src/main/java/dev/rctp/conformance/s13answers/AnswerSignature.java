package dev.rctp.conformance.s13answers;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Field;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.msgsig.Authority;
import dev.rctp.msgsig.Component;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.MalformedSignatureException;
import dev.rctp.msgsig.MessageVerifier;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.SignatureRules;
import dev.rctp.msgsig.SignatureVerdict;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.msgsig.profile.GatewayProfile;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The signature {@code sig1} of an answer (RSP-1, RFC 9421). */
public final class AnswerSignature {

    private static final String LABEL = "sig1";
    private static final Duration DECADE = Duration.ofDays(3650);

    private final Trial trial;
    private final Answer answer;
    private final SignatureInput input;

    private AnswerSignature(Trial trial, Answer answer, SignatureInput input) {
        this.trial = trial;
        this.answer = answer;
        this.input = input;
    }

    /** Of an answer; one without a signature that can be read fails the test. */
    public static AnswerSignature of(Trial trial, Answer answer) {
        SignatureInput input = read(String.join(", ", answer.headers("Signature-Input")));
        trial.that(input != null, "The answer was to have a signature under the label `sig1`.");
        return new AnswerSignature(trial, answer, Objects.requireNonNull(input));
    }

    private static @Nullable SignatureInput read(String field) {
        try {
            Member member = Dictionary.parseUnique(field).get(LABEL);
            return member == null ? null : SignatureInput.of(member);
        } catch (MalformedFieldException | MalformedSignatureException e) {
            return null;
        }
    }

    /** What it says. */
    SignatureInput input() {
        return input;
    }

    /** Whether it covers the component, named with its quotes. */
    boolean covers(String component) {
        try {
            return input.covers(Component.parse(component));
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException("no component: " + component, e);
        }
    }

    /** It covers the component. */
    void mustCover(String component) {
        trial.that(covers(component), "The answer's signature was to cover `" + component + "`; it is " + input + ".");
    }

    /** It is that of a key of the gateway's profile, of this answer and its request, whatever it covers. */
    public void mustVerify(GatewayProfile gateway) {
        SignatureRules rules = new SignatureRules(
                LABEL,
                List.of(),
                SignatureRules.Body.MAY_BE_UNCOVERED,
                new Freshness(DECADE, DECADE, false),
                Set.of(),
                true);
        ResponseMessage response = new ResponseMessage(answer.status(), answer.httpFields());
        SignatureVerdict verdict = new MessageVerifier(gateway, trial.world().clock())
                .verify(response.to(request()), answer.body(), rules);
        if (verdict instanceof InvalidSignature invalid) {
            trial.that(false, "The answer was to be signed by a key of the gateway's profile. " + invalid.sentence());
        }
    }

    private RequestMessage request() {
        RawRequest sent = answer.request();
        int mark = sent.target().indexOf('?');
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        for (Field field : sent.headers()) {
            fields.add(field.name(), field.value());
        }
        String scheme = trial.world().target().scheme();
        return new RequestMessage(
                sent.method(),
                scheme,
                Authority.normalize(scheme, Objects.requireNonNullElse(sent.header("Host"), "")),
                mark < 0 ? sent.target() : sent.target().substring(0, mark),
                mark < 0 ? null : sent.target().substring(mark + 1),
                fields.build());
    }

    /** The gateway's published keys (DIS-1). */
    static GatewayProfile gateway(Trial trial) {
        return trial.scene().gatewayProfile();
    }
}
