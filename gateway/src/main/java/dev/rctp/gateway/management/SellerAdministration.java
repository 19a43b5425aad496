package dev.rctp.gateway.management;

import dev.rctp.approval.passkey.ImportRefused;
import dev.rctp.approval.passkey.ImportVerdict;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.rest.ApprovalStatus;
import dev.rctp.gateway.seller.ApprovalStore;
import dev.rctp.gateway.store.SellerErasure;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the marketplace says and asks of its sellers: their passkeys, and what they were asked (MGT-1, APR-9). */
public final class SellerAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(SellerAdministration.class);
    /** The marketplace's statement that deals which have not ended may go on without their seller. */
    private static final String LEAVING_DEALS = "deals=unfinished";

    private static final Pattern PSEUDONYM = Pattern.compile("[^\\p{Cc}]{1,255}");

    private final ApprovalStore store;
    private final SellerErasure erasure;
    private final Schemas schemas;
    private final InstantSource clock;

    /** Keeps them here. */
    public SellerAdministration(ApprovalStore store, SellerErasure erasure, Schemas schemas, InstantSource clock) {
        this.store = store;
        this.erasure = erasure;
        this.schemas = schemas;
        this.clock = clock;
    }

    /** Answers what is asked of this place, {@code sellers}, the seller and what is below, each decoded. */
    Reply handle(String method, List<String> place, InboundRequest request) throws InterruptedException {
        if (place.size() < 3) {
            return ManagementApi.notFound();
        }
        String seller = place.get(1);
        if (!PSEUDONYM.matcher(seller).matches()) {
            return ManagementApi.error(
                    400, "request_invalid", "A seller's pseudonym has 1 to 255 characters, none of them a control.");
        }
        String call = method + " " + place.get(2) + "/" + place.size();
        try {
            return switch (call) {
                case "GET approvals/3" -> approvals(seller, request.message().query());
                case "GET passkeys/3" -> passkeys(seller);
                case "POST passkeys/3" -> take(seller, request.body(), request.requestId());
                case "DELETE openings/3" -> erase(seller, request.message().query(), request.requestId());
                case "DELETE passkeys/4" -> withdraw(seller, place.get(3), request.requestId());
                default -> ManagementApi.notFound();
            };
        } catch (InvalidJsonException e) {
            return ManagementApi.error(400, "request_invalid", String.valueOf(e.getMessage()));
        } catch (LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("a seller can't be administered now");
            return ManagementApi.error(503, "enforcement_unavailable", "The change can't be recorded now.");
        }
    }

    private Reply approvals(String seller, @Nullable String query) {
        Instant now = clock.instant();
        Optional<ApprovalsPage> page =
                ApprovalsPage.of(query).filter(asked -> asked.after() == null || isOf(seller, asked.after(), now));
        if (page.isEmpty()) {
            return ManagementApi.error(
                    400,
                    "request_invalid",
                    "The query is limit=1 to 1000, and after=the id of one of the seller's approvals.");
        }
        int limit = page.get().limit();
        List<KnownApproval> found = store.ofSeller(seller, page.get().after(), limit + 1, now);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("approvals");
        for (KnownApproval known : found.subList(0, Math.min(limit, found.size()))) {
            list.add(ApprovalStatus.json(known)
                    .put("expires_at", known.approval().question().expiresAt().toString())
                    .put("operator", known.approval().question().agent().operator()));
        }
        return ManagementApi.json(200, answer.put("more", found.size() > limit));
    }

    private boolean isOf(String seller, String approval, Instant now) {
        return store.find(approval, now)
                .filter(known -> known.approval().question().seller().equals(seller))
                .isPresent();
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
            case ImportRefused refused ->
                ManagementApi.error(400, "request_invalid", "'" + refused.member() + "': " + refused.message());
            case Passkey passkey ->
                store.take(passkey, requestId)
                        ? ManagementApi.json(
                                201, JsonNodeFactory.instance.objectNode().put("credential_id", passkey.credentialId()))
                        : ManagementApi.error(409, "conflict", "A passkey with this credential_id is known already.");
        };
    }

    private static ImportVerdict passkey(String seller, ObjectNode given, Instant now) {
        return Passkey.imported(
                seller,
                given.path("credential_id"),
                given.path("jwk"),
                given.get("user_handle"),
                given.path("sign_count").longValue(0),
                now);
    }

    /** Nothing of the seller's may be going on: who waits for what they owe or are owed would be left without them. */
    private Reply erase(String seller, @Nullable String query, String requestId)
            throws LedgerUnavailableException, InterruptedException {
        boolean leavingDeals = LEAVING_DEALS.equals(query);
        if (query != null && !query.isEmpty() && !leavingDeals) {
            return ManagementApi.error(400, "request_invalid", "The query is " + LEAVING_DEALS + ", or none.");
        }
        return switch (erasure.erase(seller, leavingDeals, requestId)) {
            case SellerErasure.Erased.Done done ->
                ManagementApi.json(200, JsonNodeFactory.instance.objectNode().put("openings", done.openings()));
            case SellerErasure.Erased.Unknown _ ->
                ManagementApi.error(404, "not_found", "Nothing is known of this seller.");
            case SellerErasure.Erased.Busy(List<SellerErasure.Unfinished> unfinished) -> busy(unfinished);
        };
    }

    private static Reply busy(List<SellerErasure.Unfinished> unfinished) {
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("code", "conflict")
                .put("content", "The seller has a listing, a question, an offer, a deal or a call that is not over.");
        ArrayNode list = answer.putArray("unfinished");
        unfinished.forEach(affair -> list.addObject().put("kind", affair.kind()).put("id", affair.id()));
        return ManagementApi.json(409, answer);
    }

    private Reply withdraw(String seller, String credentialId, String requestId)
            throws LedgerUnavailableException, InterruptedException {
        return store.withdraw(seller, credentialId, requestId)
                ? new Reply(204, HttpFields.of("cache-control", "no-store"), new byte[0])
                : ManagementApi.error(404, "not_found", "The seller has no such passkey.");
    }
}
