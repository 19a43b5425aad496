package dev.rctp.gateway.management;

import dev.rctp.approval.passkey.EnrolmentVerdict;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyRefused;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.rest.ApprovalStatus;
import dev.rctp.gateway.seller.ApprovalStore;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the marketplace says and asks of its sellers: their passkeys, and what they were asked (MGT-1, APR-9). */
public final class SellerAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(SellerAdministration.class);
    private static final int MOST_APPROVALS = 1000;

    private final ApprovalStore store;
    private final Schemas schemas;
    private final InstantSource clock;

    /** Keeps them here. */
    public SellerAdministration(ApprovalStore store, Schemas schemas, InstantSource clock) {
        this.store = store;
        this.schemas = schemas;
        this.clock = clock;
    }

    /** Answers what is asked of {@code /sellers/<rest>}. */
    Reply handle(String method, String rest, byte[] body, String requestId) throws InterruptedException {
        String[] parts = rest.split("/", -1);
        String seller = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
        String call = method + " " + (parts.length > 1 ? parts[1] : "") + "/" + parts.length;
        try {
            return switch (call) {
                case "GET approvals/2" -> approvals(seller);
                case "GET passkeys/2" -> passkeys(seller);
                case "POST passkeys/2" -> take(seller, body, requestId);
                case "DELETE passkeys/3" -> withdraw(seller, parts[2], requestId);
                default -> ManagementApi.error(404, "not_found", "There is nothing here.");
            };
        } catch (InvalidJsonException e) {
            return ManagementApi.error(400, "request_invalid", String.valueOf(e.getMessage()));
        } catch (LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("a seller can't be administered now");
            return ManagementApi.error(503, "enforcement_unavailable", "The change can't be recorded now.");
        }
    }

    private Reply approvals(String seller) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("approvals");
        for (KnownApproval known : store.ofSeller(seller, MOST_APPROVALS, clock.instant())) {
            list.add(ApprovalStatus.json(known)
                    .put("expires_at", known.approval().question().expiresAt().toString())
                    .put("operator", known.approval().question().agent().operator()));
        }
        return ManagementApi.json(200, answer);
    }

    private Reply passkeys(String seller) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("passkeys");
        for (Passkey passkey : store.passkeys(seller)) {
            list.addObject()
                    .put("credential_id", passkey.credentialId())
                    .put("sign_count", passkey.counter())
                    .put("registered_at", passkey.registeredAt().toString())
                    .set("jwk", passkey.key().json());
        }
        return ManagementApi.json(200, answer);
    }

    private Reply take(String seller, byte[] body, String requestId)
            throws InvalidJsonException, LedgerUnavailableException, InterruptedException {
        ObjectNode given = StrictJson.parseObject(body);
        List<Schemas.Fault> faults = schemas.validate("passkey-import", given);
        if (!faults.isEmpty()) {
            Schemas.Fault fault = faults.getFirst();
            return ManagementApi.error(400, "request_invalid", "'" + fault.path() + "': " + fault.message());
        }
        return switch (passkey(seller, given, clock.instant())) {
            case PasskeyRefused refused ->
                ManagementApi.error(400, "request_invalid", refused.fault().sentence());
            case Passkey passkey ->
                store.take(passkey, requestId)
                        ? ManagementApi.json(
                                201, JsonNodeFactory.instance.objectNode().put("credential_id", passkey.credentialId()))
                        : ManagementApi.error(409, "conflict", "A passkey with this credential_id is known already.");
        };
    }

    private static EnrolmentVerdict passkey(String seller, ObjectNode given, Instant now) {
        return Passkey.imported(
                seller,
                given.path("credential_id"),
                given.path("jwk"),
                given.get("user_handle"),
                given.path("sign_count").longValue(0),
                now);
    }

    private Reply withdraw(String seller, String credentialId, String requestId)
            throws LedgerUnavailableException, InterruptedException {
        return store.withdraw(seller, credentialId, requestId)
                ? new Reply(204, HttpFields.of("cache-control", "no-store"), new byte[0])
                : ManagementApi.error(404, "not_found", "The seller has no such passkey.");
    }
}
