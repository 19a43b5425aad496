package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Hearing.Unheard;
import dev.rctp.conformance.breakable.domain.approval.Assertions;
import dev.rctp.conformance.breakable.domain.approval.Passkey;
import dev.rctp.conformance.breakable.domain.approval.Passkeys;
import dev.rctp.conformance.breakable.domain.approval.Registrations;
import dev.rctp.conformance.breakable.domain.approval.Tickets;
import dev.rctp.conformance.breakable.domain.approval.Tickets.Ticket;
import dev.rctp.conformance.breakable.jose.Base64Url;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a seller's passkey known, by a ticket of the authorization server (APR-9). */
final class Enrolment {

    private final Parts parts;
    private final Tickets tickets;
    private final Registrations registrations;
    private final Assertions assertions;
    private final Passkeys passkeys;

    /** The ticket's {@code jti} that each challenge was given for. */
    private final Map<String, String> challenges = new HashMap<>();

    /** The credential that each ticket has made. */
    private final Map<String, String> used = new HashMap<>();

    Enrolment(Parts parts, Tickets tickets, Assertions assertions, Passkeys passkeys) {
        this.parts = parts;
        this.tickets = tickets;
        this.assertions = assertions;
        this.passkeys = passkeys;
        this.registrations = new Registrations(assertions);
    }

    /** {@code PublicKeyCredentialCreationOptionsJSON}; throws {@link Unheard}. */
    synchronized ObjectNode options(String query) {
        Ticket ticket = ticket(parameter(query));
        if (used.containsKey(ticket.jti())) {
            throw new Unheard("ticket_used");
        }
        String challenge = parts.ids().nonce() + parts.ids().nonce();
        challenges.put(challenge, ticket.jti());
        ObjectNode options = Json.object();
        options.set("rp", Json.object().put("id", assertions.rpId()).put("name", assertions.rpId()));
        options.set(
                "user",
                Json.object()
                        .put("id", Base64Url.text(ticket.seller().getBytes(StandardCharsets.UTF_8)))
                        .put("name", "seller")
                        .put("displayName", "seller"));
        options.put("challenge", challenge);
        options.set(
                "pubKeyCredParams",
                Json.list(List.of(Json.object().put("type", "public-key").put("alg", -7))));
        options.put("timeout", 300_000);
        options.set("excludeCredentials", passkeys.descriptors(ticket.seller()));
        options.set(
                "authenticatorSelection",
                Json.object().put("residentKey", "preferred").put("userVerification", "required"));
        options.put("attestation", "none");
        if (another(ticket)) {
            ObjectNode request = Json.object()
                    .put("challenge", challenge)
                    .put("timeout", 300_000)
                    .put("rpId", assertions.rpId())
                    .put("userVerification", "required");
            request.set("allowCredentials", passkeys.descriptors(ticket.seller()));
            options.set("assertion", request);
        }
        return options;
    }

    /** Adds the passkey; throws {@link Unheard}. */
    synchronized void enrol(JsonNode body) {
        if (!parts.registries().schemas().validate("enrolment-request", body).isEmpty()) {
            throw new Unheard("request_malformed");
        }
        Ticket ticket = ticket(Json.text(body, "ticket"));
        JsonNode credential = body.path("credential");
        String before = used.get(ticket.jti());
        if (before != null && before.equals(Json.text(credential, "id"))) {
            return;
        }
        if (before != null && !parts.broken(Fault.TICKET_USED_AGAIN)) {
            throw new Unheard("ticket_used");
        }
        challenged(ticket, credential);
        JsonNode assertion = body.get("assertion");
        if (another(ticket)) {
            if (assertion == null) {
                throw new Unheard("assertion_missing");
            }
            if (!challengeOf(assertion).equals(challengeOf(credential))
                    || assertions.fault(assertion, passkeys.of(ticket.seller())).isPresent()) {
                throw new Unheard("assertion_invalid");
            }
        }
        Passkey passkey = registrations.passkey(credential).orElseThrow(() -> new Unheard("credential_invalid"));
        challenges.remove(challengeOf(credential));
        passkeys.add(ticket.seller(), passkey);
        used.put(ticket.jti(), passkey.credentialId());
    }

    private void challenged(Ticket ticket, JsonNode credential) {
        if (!ticket.jti().equals(challenges.get(challengeOf(credential)))) {
            throw new Unheard("challenge_unknown");
        }
    }

    private static String challengeOf(JsonNode credential) {
        return Assertions.clientData(credential)
                .map(data -> Json.text(data, "challenge"))
                .orElse("");
    }

    /** Whether a passkey that the seller has must confirm the new one. */
    private boolean another(Ticket ticket) {
        if (parts.broken(Fault.SECOND_PASSKEY_UNCONFIRMED)) {
            return false;
        }
        return !ticket.reset() && !passkeys.of(ticket.seller()).isEmpty();
    }

    private Ticket ticket(String compact) {
        return tickets.read(compact).orElseThrow(() -> new Unheard("ticket_invalid"));
    }

    private static String parameter(String query) {
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith("ticket=")) {
                return URLDecoder.decode(pair.substring("ticket=".length()), StandardCharsets.UTF_8);
            }
        }
        return "";
    }
}
