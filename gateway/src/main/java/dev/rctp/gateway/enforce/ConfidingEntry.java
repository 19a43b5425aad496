package dev.rctp.gateway.enforce;

import dev.rctp.attest.Confided;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry and what only one side may know of it (REC-6).
 *
 * @param draft the entry
 * @param confided what its {@code body.confided} commits to; null where nothing is confided
 */
public record ConfidingEntry(EntryDraft draft, @Nullable Confided confided) {

    /** Where the digest of what is confided stands in an entry. */
    private static final String PATH = "/body/confided";

    private static final String SELLER = "seller";

    /** Who it is, by which passkeys, and digests of words: without a salt, guesses could be tried on them for as long as the chain stands. */
    private static final List<String> PERSONAL = List.of(
            SELLER,
            "payload_digest",
            "request_digest",
            "display_digest",
            "title_digest",
            "marketplace_body_hash",
            "credential_id",
            "jwk",
            "confirmed_by",
            "ticket");

    /** An entry of this body, which names its {@code seller} where it is about one: what is personal in it is confided, so that it can be erased. */
    public static ConfidingEntry personal(Subject chain, String kind, ObjectNode body, SecureRandom random) {
        ObjectNode personal = JsonNodeFactory.instance.objectNode();
        ObjectNode shown = body.deepCopy();
        for (String member : PERSONAL) {
            JsonNode value = shown.remove(member);
            if (value != null) {
                personal.set(member, value);
            }
        }
        String side = personal.has(SELLER) ? SELLER : "buyer";
        Confided confided = confided(side, personal, random);
        shown.put("side", side).put("confided", confided.digest());
        return new ConfidingEntry(new EntryDraft(chain, kind, shown), confided);
    }

    /** What is confided to this party; about the seller that it names, if it does. */
    static Confided confided(String party, ObjectNode value, SecureRandom random) {
        Confided confided = Confided.to(party, value, random);
        String seller = value.path(SELLER).stringValue(null);
        return seller == null ? confided : confided.about(seller);
    }

    /** The write that keeps its opening, once the entry has this receipt; none where it confides nothing. */
    public List<Statement> opening(Receipt receipt) {
        return confided == null ? List.of() : List.of(confided.keep(receipt, PATH));
    }

    /** An entry that confides nothing. */
    public static ConfidingEntry open(EntryDraft draft) {
        return new ConfidingEntry(draft, null);
    }
}
