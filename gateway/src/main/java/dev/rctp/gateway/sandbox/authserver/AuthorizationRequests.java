package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.NobodyToTell;
import dev.rctp.gateway.sandbox.authserver.AuthorizationVerdict.ToldByRedirect;
import dev.rctp.gateway.sandbox.authserver.Clients.Client;
import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** TEST ONLY: judges requests for a grant, first whom to tell, then what is wrong (RFC 6749 4.1.2.1). */
final class AuthorizationRequests {

    private static final String NOT_ONE_DETAIL =
            "One entry of type dev.rctp.agent_grant with agent_id, jkt and tiers is needed, and nothing else.";

    private final String issuer;
    private final String resource;
    private final Clients clients;
    private final ScopeBook scopes;

    AuthorizationRequests(String issuer, String resource, Clients clients, ScopeBook scopes) {
        this.issuer = issuer;
        this.resource = resource;
        this.clients = clients;
        this.scopes = scopes;
    }

    /** The verdict on these parameters. */
    AuthorizationVerdict judge(Form form) {
        Optional<Client> client = form.get("client_id").flatMap(clients::find);
        if (client.isEmpty()) {
            return new NobodyToTell("No operator is known under this client_id.");
        }
        Optional<String> redirectUri = form.get("redirect_uri").filter(RedirectUris::allowed);
        if (redirectUri.isEmpty()) {
            return new NobodyToTell("The redirect_uri is not one on this machine, or there is none.");
        }
        Answers answers =
                new Answers(issuer, redirectUri.get(), form.get("state").orElse(null));
        if (form.repeats()) {
            return refused(answers, "invalid_request", "A parameter came more than once.");
        }
        return judge(form, client.get(), answers);
    }

    private AuthorizationVerdict judge(Form form, Client client, Answers answers) {
        if (!form.get("response_type").orElse("").equals("code")) {
            return refused(answers, "unsupported_response_type", "Only response_type=code is served.");
        }
        Optional<String> challenge = form.get("code_challenge").filter(c -> c.matches("[A-Za-z0-9_-]{43}"));
        if (challenge.isEmpty() || !form.get("code_challenge_method").orElse("").equals("S256")) {
            return refused(answers, "invalid_request", "PKCE with code_challenge_method=S256 is needed.");
        }
        if (form.get("resource").filter(r -> !r.equals(resource)).isPresent()) {
            return refused(answers, "invalid_target", "This server speaks for one resource only.");
        }
        Optional<GrantDetail> detail = form.get("authorization_details").flatMap(AuthorizationRequests::parse);
        Optional<String> fault = detail.map(d -> fault(d, client)).orElse(Optional.of(NOT_ONE_DETAIL));
        if (detail.isEmpty() || fault.isPresent()) {
            return refused(answers, "invalid_authorization_details", fault.orElse(NOT_ONE_DETAIL));
        }
        return judge(form, client, answers, challenge.get(), detail.get());
    }

    private AuthorizationVerdict judge(
            Form form, Client client, Answers answers, String challenge, GrantDetail detail) {
        Set<String> asked = new LinkedHashSet<>();
        form.get("scope").ifPresent(s -> asked.addAll(List.of(s.split(" ", -1))));
        asked.addAll(detail.tiers().keySet().stream().sorted().toList());
        if (asked.isEmpty() || !scopes.names().containsAll(asked)) {
            return refused(answers, "invalid_scope", "Each scope has to be one of scopes_supported.");
        }
        return new AuthorizationRequest(
                client, answers.redirectUri(), answers.state(), challenge, detail, new ArrayList<>(asked));
    }

    /** What is wrong with a whole detail; empty where nothing is. */
    private Optional<String> fault(GrantDetail detail, Client client) {
        if (!scopes.allows(detail.tiers())) {
            return Optional.of("Each scope in tiers has to be one of scopes_supported, with a tier that it may have.");
        }
        boolean anothers = clients.holding(detail.jkt())
                .filter(holder -> !holder.id().equals(client.id()))
                .isPresent();
        return anothers ? Optional.of("The key of jkt is another operator's.") : Optional.empty();
    }

    private static Optional<GrantDetail> parse(String json) {
        try {
            return GrantDetail.parse(StrictJson.parse(json.getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }

    private static ToldByRedirect refused(Answers answers, String error, String sentence) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("error", error);
        parameters.put("error_description", sentence);
        return new ToldByRedirect(answers.location(parameters));
    }
}
