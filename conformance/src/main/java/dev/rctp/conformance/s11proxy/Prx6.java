package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Call;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.MessageVerifier;
import dev.rctp.msgsig.ReceivedSignature;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.SignatureRules;
import dev.rctp.msgsig.SignatureVerdict;
import dev.rctp.msgsig.profile.GatewayProfile;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** PRX-6: the gateway signs what it sends to the marketplace. */
public final class Prx6 implements Section {

    private static final Pattern LABEL = Pattern.compile("\\s*([a-z*][a-z0-9_.*-]*)=");
    private static final Duration DECADE = Duration.ofDays(3650);
    private static final Freshness ANY_TIME = new Freshness(DECADE, DECADE, false);

    @Override
    public void register(Suite suite) {
        suite.test("PRX-6.1", Prx6::signed);
        suite.test("PRX-6.2", t -> {
            Received got = Passing.of(t).forwarded();
            SignatureInput input = input(t, got);
            List<String> names = got.headers().stream()
                    .map(field -> field.getKey().toLowerCase(Locale.ROOT))
                    .filter(name -> name.startsWith("rctp-"))
                    .distinct()
                    .toList();
            t.blockedUnless(!names.isEmpty(), "The forwarded call has no `rctp-` header.");
            names.forEach(name -> t.that(input.covers(name), "The signature was to cover `" + name + "`."));
        });
        suite.test("PRX-6.3", t -> {
            Received got = Passing.of(t).forwarded();
            SignatureInput input = input(t, got);
            for (String name : List.of("@method", "content-digest")) {
                t.that(input.covers(name), "The signature was to cover `" + name + "`.");
            }
            t.that(
                    Stream.of("@path", "@target-uri", "@request-target").anyMatch(input::covers),
                    "The signature was to cover the path.");
            t.that(
                    got.headers("Content-Digest").stream().anyMatch(value -> value.contains(Call.digestOf(got.body()))),
                    "`Content-Digest` was to be the body's.");
        });
    }

    private static void signed(Trial t) {
        GatewayProfile keys = t.scene().gatewayProfile();
        Received got = Passing.of(t).forwarded();
        URI address = t.said(t.world().marketplace().base() + got.target(), "The forwarded request's target")
                .address();
        RequestMessage message = RequestSigner.message(got.method(), address, fields(got));
        SignatureRules rules = SignatureRules.of(label(got), ANY_TIME).withBody(SignatureRules.Body.MAY_BE_UNCOVERED);
        SignatureVerdict verdict = new MessageVerifier(keys, t.world().clock()).verify(message, got.body(), rules);
        String fault = verdict instanceof InvalidSignature invalid ? invalid.sentence() : "";
        t.that(fault.isEmpty(), "The forwarded call was to be signed by a key of the gateway's profile. " + fault);
    }

    private static SignatureInput input(Trial t, Received got) {
        if (ReceivedSignature.read(fields(got), label(got)) instanceof ReceivedSignature.Present present) {
            return present.input();
        }
        t.that(false, "The forwarded call was to have a signature.");
        throw new IllegalStateException();
    }

    /** That of its first signature: PRX-6 fixes none. */
    private static String label(Received got) {
        Matcher first = LABEL.matcher(String.join(", ", got.headers("Signature-Input")));
        return first.lookingAt() ? first.group(1) : "sig1";
    }

    private static HttpFields fields(Received got) {
        HttpFields.Builder all = HttpFields.none().toBuilder();
        for (Map.Entry<String, String> field : got.headers()) {
            all.add(field.getKey(), field.getValue());
        }
        return all.build();
    }
}
