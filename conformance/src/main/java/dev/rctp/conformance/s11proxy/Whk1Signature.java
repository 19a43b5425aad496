package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s07approvals.Asking;
import dev.rctp.conformance.s07approvals.Page;
import dev.rctp.conformance.server.Received;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.RequestVerifier;
import java.net.URI;
import java.util.List;

/** WHK-1: how a webhook is signed. */
public final class Whk1Signature implements Section {

    private static final List<String> UCP = List.of(
            "\"@method\"", "\"@authority\"", "\"@path\"", "\"content-digest\"", "\"content-type\"", "\"ucp-agent\"");

    @Override
    public void register(Suite suite) {
        suite.test("WHK-1.9", Whk1Signature::signed);
        suite.test("WHK-1.10", t -> covers(t, "webhook-id"));
        suite.test("WHK-1.11", t -> covers(t, "webhook-timestamp"));
    }

    /** One webhook to an operator and one to the marketplace. */
    private static List<Received> some(Trial t, Asking asking) {
        Page page = asking.ask();
        page.answered("approve");
        return List.of(
                new Told(t, asking.agent().operator(), page.id()).with("approved"),
                new Told(t, Told.MARKETPLACE, page.id()).with("pending"));
    }

    private static void signed(Trial t) {
        Asking asking = new Asking(t);
        RequestVerifier verifier = new RequestVerifier(
                t.scene().gatewayProfile(), Freshness.STRICT, t.world().clock());
        for (Received webhook : some(t, asking)) {
            HttpFields.Builder fields = HttpFields.none().toBuilder();
            webhook.headers().forEach(field -> fields.add(field.getKey(), field.getValue()));
            HttpFields all = fields.build();
            t.that(all.contains("ucp-agent"), "A webhook has `UCP-Agent`.");
            URI address = t.said(t.world().operators().base() + webhook.target(), "A webhook's target")
                    .address();
            RequestMessage request = RequestSigner.message("POST", address, all);
            String wrong = verifier.verify(request, webhook.body(), UCP) instanceof InvalidSignature invalid
                    ? invalid.sentence()
                    : "";
            t.that(wrong.isEmpty(), "A webhook's signature is good and covers " + UCP + ". " + wrong);
        }
    }

    private static void covers(Trial t, String header) {
        for (Received webhook : some(t, new Asking(t))) {
            t.that(webhook.header(header) != null, "A webhook has `" + header + "`.");
            String input = String.join(", ", webhook.headers("signature-input"));
            t.blockedUnless(!input.isEmpty(), "A webhook is not signed.");
            String components = input.replaceFirst("^.*\\bsig1=\\(([^)]*)\\).*$", "$1");
            t.that(
                    components.contains("\"" + header + "\""),
                    "A webhook's signature covers `" + header + "`; it covers " + components + ".");
        }
    }
}
