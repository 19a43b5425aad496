package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.AuthorizationCodes.Approved;
import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.NobodyToTell;
import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.ToldByRedirect;
import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Page;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** TEST ONLY: the authorization endpoint (RFC 6749 3.1): GET shows the consent page, its form posts the decision. */
final class AuthorizeEndpoint {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private record Pending(AuthorizationRequest request, Instant shownAt) {}

    private final String issuer;
    private final AuthorizationRequests requests;
    private final AuthorizationCodes codes;
    private final ConsentScreen screen;
    private final List<Seller> sellers;
    private final InstantSource clock;
    private final Secrets secrets;
    private final Page message = Page.load("message.html");
    private final ConcurrentHashMap<String, Pending> pending = new ConcurrentHashMap<>();

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
        this.secrets = secrets;
    }

    /** The consent page, or what is wrong with the request. */
    Outgoing show(Incoming incoming) {
        Form form = incoming.parameters();
        return switch (requests.judge(form)) {
            case NobodyToTell refused -> problem(refused.sentence());
            case ToldByRedirect refused -> Outgoing.seeOther(refused.location());
            case AuthorizationRequest request -> {
                Instant now = clock.instant();
                pending.values().removeIf(p -> isOver(p, now));
                String ticket = secrets.next();
                pending.put(Secrets.hash(ticket), new Pending(request, now));
                String chosen = form.get("login_hint").orElse(sellers.getFirst().sub());
                yield Outgoing.page(200, screen.show(request, now.plus(GrantStore.GRANT), ticket, sellers, chosen));
            }
        };
    }

    /** Sends the decision to the client; each page can decide once. */
    Outgoing decide(Incoming incoming) {
        Form form = incoming.form();
        Optional<Pending> shown = form.get("request")
                .flatMap(ticket -> Optional.ofNullable(pending.remove(Secrets.hash(ticket))))
                .filter(p -> !isOver(p, clock.instant()));
        if (shown.isEmpty()) {
            return problem("This page was used before or is too old. Start again at the operator's.");
        }
        AuthorizationRequest request = shown.get().request();
        Answers answers = new Answers(issuer, request.redirectUri(), request.state());
        Optional<Seller> seller = form.get("seller")
                .flatMap(
                        sub -> sellers.stream().filter(s -> s.sub().equals(sub)).findFirst());
        if (seller.isEmpty() || !form.get("decision").orElse("").equals("approve")) {
            return Outgoing.seeOther(answers.location(Map.of("error", "access_denied")));
        }
        Instant end = shown.get().shownAt().plus(GrantStore.GRANT);
        String code = codes.issue(new Approved(request, seller.get().sub(), end));
        return Outgoing.seeOther(answers.location(Map.of("code", code)));
    }

    private static boolean isOver(Pending shown, Instant now) {
        return !now.isBefore(shown.shownAt().plus(PATIENCE));
    }

    private Outgoing problem(String sentence) {
        return Outgoing.page(400, message.fill(Map.of("sentence", sentence)));
    }
}
