package dev.rctp.attest.deal;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Checkpoint.Relation;
import dev.rctp.registries.Money;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an event claims (EVT-1), read from what the schema {@code deal-event} lets through.
 *
 * @param issuer its {@code iss}, a profile URL
 * @param dealId its {@code deal_id}
 * @param type a checkpoint or a reverse-domain name (EVT-2)
 * @param occurredAt when it happened, as its writer says
 * @param issuedAt its {@code iat}
 * @param id its {@code jti}
 * @param sourceEventId the reporter's own id of it; null where it has none
 * @param amount what was held, released or refunded; null for every other type
 * @param reason why it was rejected; null for every other type
 * @param relation how its writer knows; null where the type states none
 * @param reportedBy whose report is relayed; null for what isn't relayed
 * @param nextJkt the thumbprint of the next key; null unless it is a key succession
 * @param content the JCS of all claims: what makes two events of one {@code jti} the same (EVT-5)
 * @param sourceContent the JCS without {@code jti} and {@code iat}: what makes two events of one {@code source_event_id} the same
 */
public record EventClaims(
        String issuer,
        String dealId,
        String type,
        Instant occurredAt,
        Instant issuedAt,
        String id,
        @Nullable String sourceEventId,
        @Nullable Money amount,
        @Nullable String reason,
        @Nullable Relation relation,
        @Nullable String reportedBy,
        @Nullable String nextJkt,
        String content,
        String sourceContent) {

    /** The claim that names the next key in a {@code dev.rctp.key_succession} (EVT-2). */
    static final String NEXT_JKT = "next_jkt";

    /** Throws {@link IllegalArgumentException} for a value that has no canonical form, and for a time that does not exist. */
    static EventClaims of(ObjectNode claims) {
        ObjectNode source = claims.deepCopy();
        source.remove("jti");
        source.remove("iat");
        String relation = text(claims, "relation");
        return new EventClaims(
                claims.path("iss").stringValue(),
                claims.path("deal_id").stringValue(),
                claims.path("type").stringValue(),
                Instant.parse(claims.path("occurred_at").stringValue()),
                Instant.ofEpochSecond(claims.path("iat").longValue()),
                claims.path("jti").stringValue(),
                text(claims, "source_event_id"),
                money(claims.get("amount")),
                text(claims, "reason"),
                relation == null ? null : Relation.valueOf(relation.toUpperCase(Locale.ROOT)),
                text(claims, "reported_by"),
                text(claims, NEXT_JKT),
                CanonicalJson.text(claims),
                CanonicalJson.text(source));
    }

    /** Whether both have one {@code source_event_id} from one reporter (EVT-5): one issuer, and where it relays, of the same one's reports. */
    boolean hasSourceOf(EventClaims other) {
        return sourceEventId != null
                && sourceEventId.equals(other.sourceEventId)
                && issuer.equals(other.issuer)
                && Objects.equals(reportedBy, other.reportedBy);
    }

    private static @Nullable Money money(@Nullable JsonNode amount) {
        return amount == null
                ? null
                : new Money(
                        amount.path("amount").longValue(),
                        amount.path("currency").stringValue());
    }

    private static @Nullable String text(ObjectNode claims, String member) {
        JsonNode value = claims.get(member);
        return value == null ? null : value.stringValue();
    }
}
