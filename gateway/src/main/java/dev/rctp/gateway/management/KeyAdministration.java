package dev.rctp.gateway.management;

import dev.rctp.attest.Closing;
import dev.rctp.attest.Committed;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.store.SqlKeys;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Shows the profile's keys and chooses the one that signs, for every gateway of the database; each change stands in a chain (MGT-1, REC-5). */
public final class KeyAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(KeyAdministration.class);
    private static final Subject CHAIN = new Subject("gateway", "keys");

    private final SqlKeys keys;
    private final Supplier<String> signing;
    private final Runnable changed;
    private final Ledger ledger;
    private final Schemas schemas;
    private final InstantSource clock;

    /**
     * Joins the parts.
     *
     * @param signing the {@code kid} of the key that signs here now
     * @param changed takes another choice over at once
     */
    public KeyAdministration(
            SqlKeys keys,
            Supplier<String> signing,
            Runnable changed,
            Ledger ledger,
            Schemas schemas,
            InstantSource clock) {
        this.keys = keys;
        this.signing = signing;
        this.changed = changed;
        this.ledger = ledger;
        this.schemas = schemas;
        this.clock = clock;
    }

    /** Answers what is asked of {@code /keys} and what is below. */
    Reply handle(String method, String path, byte[] body, String requestId) throws InterruptedException {
        try {
            return switch (method + " " + path) {
                case "GET /keys" -> ManagementApi.json(200, list());
                case "PUT /keys/signing" -> choose(body, requestId);
                default -> ManagementApi.notFound();
            };
        } catch (InvalidJsonException e) {
            return ManagementApi.error(400, "request_invalid", String.valueOf(e.getMessage()));
        } catch (LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("keys can't be administered now");
            return ManagementApi.error(503, "enforcement_unavailable", "The change can't be recorded now.");
        }
    }

    private ObjectNode list() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("keys");
        for (SqlKeys.Published key : keys.list(clock.instant())) {
            list.addObject()
                    .put("kid", key.kid())
                    .put("state", state(key))
                    .put("published_since", key.since().toString());
        }
        return answer;
    }

    private String state(SqlKeys.Published key) {
        if (key.kid().equals(signing.get())) {
            return "signing";
        }
        if (!key.canSign()) {
            return "retired";
        }
        return key.ready() ? "ready" : "waiting";
    }

    private Reply choose(byte[] body, String requestId)
            throws InvalidJsonException, LedgerUnavailableException, InterruptedException {
        ObjectNode given = StrictJson.parseObject(body);
        List<Schemas.Fault> faults = schemas.validate("signing-key-request", given);
        if (!faults.isEmpty()) {
            Schemas.Fault fault = faults.getFirst();
            return ManagementApi.error(400, "request_invalid", "'" + fault.path() + "': " + fault.message());
        }
        String kid = given.path("kid").stringValue();
        Optional<SqlKeys.Published> key = keys.list(clock.instant()).stream()
                .filter(one -> one.kid().equals(kid))
                .findFirst();
        if (key.isEmpty()) {
            return ManagementApi.error(404, "not_found", "The profile has no such key.");
        }
        if (kid.equals(signing.get()) && keys.chosen().filter(kid::equals).isPresent()) {
            return ManagementApi.json(200, list());
        }
        return commit(kid, requestId)
                ? ManagementApi.json(200, list())
                : ManagementApi.error(
                        409,
                        "conflict",
                        "A key signs once every gateway has its private part and has published it for 10 minutes.");
    }

    private boolean commit(String kid, String requestId) throws LedgerUnavailableException, InterruptedException {
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("door", "management")
                .put("request_id", requestId)
                .put("kid", kid)
                .put("former", signing.get());
        Guard ready = new Guard("ready", keys.choose(kid, clock.instant()));
        Unit unit =
                new Unit(List.of(ready), List.of(new EntryDraft(CHAIN, "signing_key_chosen", entry)), Closing.none());
        boolean chosen = ledger.commit(unit) instanceof Committed.Durable;
        if (chosen) {
            changed.run();
        }
        return chosen;
    }
}
