package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.RawRequest;
import java.util.List;
import java.util.Locale;

/** PRX-7: headers of a caller that would pass for the gateway's own. */
public final class Prx7Names implements Section {

    private static final String FORGED = "forged-by-the-caller";
    private static final List<String> NAMES = List.of(
            "RCTP-Seller",
            "rctp-seller",
            "RCTP_Seller",
            "RCTP.Seller",
            "Rctp_Decision",
            "RCTP-Note",
            "rctp_note",
            "RCTP.Terms");

    private static final List<String> OWN =
            List.of("RCTP-Seller", "RCTP-Decision", "RCTP-Terms", "Idempotency-Key", "Signature", "Signature-Input");

    @Override
    public void register(Suite suite) {
        suite.test("PRX-7.19", t -> {
            Passing passing = Passing.of(t);
            Call call = passing.call();
            for (String name : NAMES) {
                call = call.addHeader(name, FORGED);
            }
            t.control(call, 200);
            clean(t, passing.first());
        });
        suite.test("PRX-7.20", t -> {
            String path = "/catalog/" + t.world().fresh(12);
            RawRequest request = t.world().target().plain("GET", path, null);
            for (String name : NAMES) {
                request = request.adding(name, FORGED);
            }
            t.exchange(request, "");
            List<Received> all = t.world().marketplace().requests(path);
            t.blockedUnless(!all.isEmpty(), "The read was not forwarded.");
            clean(t, all.getFirst());
        });
        suite.test("PRX-7.21", Prx7Names::namedAway);
    }

    /** A gateway may refuse to hear of it; a call that it forwards has them all. */
    private static void namedAway(Trial t) {
        Passing passing = Passing.of(t);
        passing.forwarded();
        Passing named = Passing.of(t);
        Answer answer = t.send(named.call().header("Connection", String.join(", ", OWN)));
        t.that(
                answer.status() == 200 || answer.status() / 100 == 4,
                "The call was to be carried out or refused with 4xx, not " + answer.inShort());
        for (Received got : named.arrived()) {
            for (String name : OWN) {
                t.that(got.header(name) != null, "The forwarded call was to have `" + name + "`.");
            }
        }
    }

    private static void clean(Trial t, Received got) {
        got.headers()
                .forEach(field -> t.that(
                        !field.getKey()
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[_.]", "-")
                                        .startsWith("rctp-")
                                || !field.getValue().contains(FORGED),
                        "The caller's `" + field.getKey() + "` was to be removed."));
    }
}
