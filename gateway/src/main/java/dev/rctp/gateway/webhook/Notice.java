package dev.rctp.gateway.webhook;

import dev.rctp.gateway.enforce.Decision;
import dev.rctp.registries.Reason;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * That something has changed, for one receiver; nothing private is in it (WHK-1).
 *
 * @param type what has happened
 * @param subject the id of what it has happened to
 * @param status what that is now
 * @param receiver an operator's profile, or {@link #MARKETPLACE}
 * @param approvalUrl where the seller answers, for the marketplace alone; null with any other type
 */
public record Notice(
        Type type,
        String subject,
        String status,
        String receiver,
        @Nullable String approvalUrl) {

    /** The receiver that is no operator: no profile's URL is spelled like this. */
    public static final String MARKETPLACE = "marketplace";

    /** The kinds of happenings. */
    public enum Type {
        /** A seller is asked. */
        APPROVAL_REQUESTED,
        /** A seller has answered, or was silent for too long. */
        APPROVAL_DECIDED,
        /** A held call has come to its end. */
        APPROVAL_RESULT,
        /** An offer stands. */
        OFFER_CREATED,
        /** An offer has another state. */
        OFFER_UPDATED,
        /** A checkout was redeemed. */
        DEAL_OPENED,
        /** The seller's side has promised to ship. */
        DEAL_COMMITTED,
        /** A party has reported something of a deal. */
        DEAL_EVENT,
        /** No funds were held in time. */
        DEAL_LAPSED;

        /** As the body and the table write it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '.');
        }

        /** The type of that code; throws {@link IllegalArgumentException} for any other text. */
        static Type ofCode(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT).replace('.', '_'));
        }
    }

    /** Refuses a page's address for anybody but the marketplace. */
    public Notice {
        if (approvalUrl != null && !receiver.equals(MARKETPLACE)) {
            throw new IllegalArgumentException("the page's address is for the marketplace alone");
        }
    }

    /** Whether it is for the marketplace. */
    boolean isForMarketplace() {
        return receiver.equals(MARKETPLACE);
    }

    /** The body, the object {@code webhook}. */
    ObjectNode json(String id) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", id);
        json.put("type", type.code()).put("subject", subject).put("status", status);
        if (approvalUrl != null) {
            json.put("approval_url", approvalUrl);
        }
        return json;
    }

    /** How a held call ended, in a word that tells no reason. */
    static String status(Decision result) {
        return switch (result) {
            case Decision.Auto done -> done.status() < 400 ? "done" : "vetoed";
            case Decision.Recorded _ -> "done";
            case Decision.Ask _ -> throw new IllegalArgumentException("a held call does not end by being held");
            case Decision.Forbid no -> no.reason() == Reason.ENFORCEMENT_UNAVAILABLE ? "failed" : "refused";
        };
    }
}
