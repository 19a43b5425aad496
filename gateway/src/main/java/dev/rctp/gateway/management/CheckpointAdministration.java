package dev.rctp.gateway.management;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.attest.log.SignedCheckpoint;
import dev.rctp.gateway.http.Reply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Has the log of chain heads signed on demand; that it was asked for stands in a chain, which is in the log too (REC-7, MGT-1). */
public final class CheckpointAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointAdministration.class);
    private static final Subject CHAIN = new Subject("gateway", "log");

    private final @Nullable Signing signing;
    private final Ledger ledger;

    /** Signs the log. */
    @FunctionalInterface
    public interface Signing {
        /** The checkpoint of what the log is then. */
        SignedCheckpoint checkpoint() throws LedgerUnavailableException;
    }

    /** Joins the parts; {@code signing} is null where no log is kept. */
    public CheckpointAdministration(@Nullable Signing signing, Ledger ledger) {
        this.signing = signing;
        this.ledger = ledger;
    }

    /** Answers what is asked of {@code /checkpoint}. */
    Reply handle(String method, String requestId) throws InterruptedException {
        if (!method.equals("POST")) {
            return ManagementApi.error(405, "method_not_allowed", "A checkpoint is asked for with POST.");
        }
        if (signing == null) {
            return ManagementApi.error(409, "conflict", "This gateway's configuration has no log.");
        }
        try {
            ObjectNode asked = JsonNodeFactory.instance
                    .objectNode()
                    .put("door", "management")
                    .put("request_id", requestId);
            var _ = ledger.commit(Unit.of(new EntryDraft(CHAIN, "checkpoint_requested", asked)));
            return ManagementApi.json(200, json(signing.checkpoint()));
        } catch (LedgerUnavailableException e) {
            LOG.atError().setCause(e).log("the log can't be signed now");
            return ManagementApi.error(503, "enforcement_unavailable", "The log can't be signed now.");
        }
    }

    private static ObjectNode json(SignedCheckpoint signed) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("size", signed.size())
                .put("signed_at", signed.at().toString())
                .put("note", signed.note());
    }
}
