package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.AuthorizationCodes.Approved;
import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.NobodyToTell;
import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.ToldByRedirect;
import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.SameOrigin;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** TEST ONLY: the authorization endpoint (RFC 6749 3.1): GET shows the consent page, its form posts the decision. */
final class AuthorizeEndpoint {

    private final String issuer;
    private final AuthorizationRequests requests;
    private final AuthorizationCodes codes;
    private final ConsentScreen screen;
    private final List<Seller> sellers;
    private final InstantSource clock;
    private final ShownRequests shown;
    private final MessageScreen message = new MessageScreen();

    AuthorizeEndpoint(
            String issuer,
            AuthorizationRequests requests,
            AuthorizationCodes codes,
            ConsentScreen screen,
            List<Seller> sellers,
            InstantSource clock,
            Secrets secrets) {
        this.issuer = issuer;
        this.requests = requests;
        this.codes = codes;
        this.screen = screen;
        this.sellers = sellers;
        this.clock = clock;
        this.shown = new ShownRequests(clock, secrets);
    }

    /** The consent page, or what is wrong with the request. */
    Outgoing show(Incoming incoming) {
        Form form = incoming.parameters();
        return switch (requests.judge(form)) {
            case NobodyToTell refused -> message.show("This can't go on", refused.sentence());
            case ToldByRedirect refused -> Outgoing.seeOther(refused.location());
            case AuthorizationRequest request -> {
                String ticket = shown.add(request);
                Instant end = clock.instant().plus(GrantStore.GRANT);
                String chosen = form.get("login_hint").orElse(sellers.getFirst().sub());
                yield Outgoing.page(
                        200,
                        screen.show(request, end, ticket, sellers, chosen),
                        RedirectUris.origin(request.redirectUri()));
            }
        };
    }

    /** Sends the decision to the client; each page decides once, and only from here. */
    Outgoing decide(Incoming incoming) {
        if (!SameOrigin.sent(incoming.fields(), issuer)) {
            return message.show("Nothing was allowed", "Another site tried to answer in your place.");
        }
        Form form = incoming.form();
        return switch (shown.take(form.get("request").orElse(""))) {
            case ShownRequests.TooOld _ ->
                message.show(
                        "Nothing was allowed",
                        "This page is more than 10 minutes old. Start again where you came from.");
            case ShownRequests.Answered _ ->
                message.show(
                        "You have answered already",
                        "Your first answer to this request holds. Should who asked not know of it, start again there.");
            case ShownRequests.Waiting waiting -> Outgoing.seeOther(answer(waiting, form));
        };
    }

    private String answer(ShownRequests.Waiting waiting, Form form) {
        AuthorizationRequest request = waiting.request();
        Answers answers = new Answers(issuer, request.redirectUri(), request.state());
        Optional<Seller> seller = form.get("seller")
                .flatMap(
                        sub -> sellers.stream().filter(s -> s.sub().equals(sub)).findFirst());
        if (seller.isEmpty() || !form.get("decision").orElse("").equals("approve")) {
            return answers.location(Map.of("error", "access_denied"));
        }
        Instant end = waiting.shownAt().plus(GrantStore.GRANT);
        return answers.location(
                Map.of("code", codes.issue(new Approved(request, seller.get().sub(), end))));
    }
}
