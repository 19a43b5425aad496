package dev.rctp.approval;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a seller is asked: one agent's call, told so that a passkey can sign it (APR-1, APR-3). Nothing private is in it.
 *
 * @param id {@code apr_…}
 * @param action the verb
 * @param agent who asks
 * @param seller who answers: the pseudonym {@code sub}
 * @param about the members of the signed object that say what it is about, those that apply: {@code listing_id}, {@code offer_id},
 *     {@code deal_id}, {@code price}, {@code deal_terms}, {@code listing_hash}, {@code term_set}
 * @param chain the record's chain that it stands in: type and id of its subject
 * @param requestDigest {@code sha-256:} and hex of the held body
 * @param display what the seller is shown
 * @param expiresAt when silence is no (APR-4)
 */
public record Question(
        String id,
        String action,
        Asking agent,
        String seller,
        ObjectNode about,
        Chain chain,
        String requestDigest,
        ObjectNode display,
        Instant expiresAt) {

    /** The type of the signed object (RFC 9396). */
    public static final String TYPE = "dev.rctp.approval";

    private static final Set<String> ABOUT =
            Set.of("listing_id", "offer_id", "deal_id", "price", "deal_terms", "listing_hash", "term_set");

    /**
     * The agent that asks.
     *
     * @param id its name in the grant
     * @param jkt its key's thumbprint
     * @param operator its operator's profile
     */
    public record Asking(String id, String jkt, String operator) {}

    /** What the record calls the approval of that id: who reads the record must not thereby know where the page is (APR-8, REC-6). */
    public static String digest(String approval) {
        return Sha256.text(approval.getBytes(StandardCharsets.UTF_8));
    }

    /** What the record calls it. */
    public String digest() {
        return digest(id);
    }

    /**
     * A chain of the record.
     *
     * @param type the subject's type
     * @param id the subject's id
     */
    public record Chain(String type, String id) {}

    /** Keeps its own copies; throws {@link IllegalArgumentException} for a member that the signed object doesn't have. */
    public Question {
        if (!ABOUT.containsAll(about.propertyNames())) {
            throw new IllegalArgumentException("the signed object has no such members");
        }
        about = about.deepCopy();
        display = display.deepCopy();
    }

    /** A copy of what it is about. */
    @Override
    public ObjectNode about() {
        return about.deepCopy();
    }

    /** A copy of what the seller is shown. */
    @Override
    public ObjectNode display() {
        return display.deepCopy();
    }

    /** {@code sha-256:} and hex of the JCS of what the seller is shown (APR-3). */
    public String displayDigest() {
        return Sha256.text(CanonicalJson.bytes(display));
    }

    /** Whether approving it needs terms from the seller's form: it is about a listing's (LST-3). */
    public boolean asksForTerms() {
        return about.has("term_set");
    }

    /** Whether it can still be answered at that time (APR-4). */
    public boolean isOpenAt(Instant now) {
        return now.isBefore(expiresAt);
    }

    /**
     * The RFC 9396 object whose digest the passkey signs (APR-3).
     *
     * @param termsCommitment the commitment to the terms that were submitted (B-4); null where the answer gives none
     * @param nonce 128 random bits in base64url
     */
    public ObjectNode details(Answer answer, @Nullable String termsCommitment, String nonce) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("type", TYPE);
        details.put("approval_id", id);
        details.put("action", action);
        details.put("agent_id", agent.id());
        details.put("agent_jkt", agent.jkt());
        details.put("operator", agent.operator());
        details.put("seller", seller);
        details.setAll(about());
        if (termsCommitment != null) {
            details.put("terms_commitment", termsCommitment);
        }
        details.put("request_digest", requestDigest);
        details.put("display_digest", displayDigest());
        details.put("decision", answer.code());
        details.put("expires_at", expiresAt.toString());
        details.put("nonce", nonce);
        return details;
    }

    /** The object {@code approval-request} that the agent gets and the page shows (APR-1). */
    public ObjectNode request(String approvalUrl) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("approval_id", id);
        request.put("action", action);
        request.set("display", display());
        request.put("approval_url", approvalUrl);
        request.put("expires_at", expiresAt.toString());
        request.put("on_timeout", "deny");
        request.put("level", "hosted_embedded");
        return request;
    }

    /** As the tables keep it. */
    String text() {
        ObjectNode text = JsonNodeFactory.instance.objectNode();
        text.put("id", id).put("action", action).put("seller", seller);
        text.putObject("agent").put("id", agent.id()).put("jkt", agent.jkt()).put("operator", agent.operator());
        text.set("about", about());
        text.putObject("chain").put("type", chain.type()).put("id", chain.id());
        text.put("request_digest", requestDigest);
        text.set("display", display());
        text.put("expires_at", expiresAt.toString());
        return CanonicalJson.text(text);
    }

    /** The question that {@link #text} wrote; throws {@link IllegalStateException} for other text. */
    static Question read(String written) {
        try {
            JsonNode text = StrictJson.parseObject(written.getBytes(StandardCharsets.UTF_8));
            JsonNode agent = text.path("agent");
            return new Question(
                    text.path("id").stringValue(),
                    text.path("action").stringValue(),
                    new Asking(
                            agent.path("id").stringValue(),
                            agent.path("jkt").stringValue(),
                            agent.path("operator").stringValue()),
                    text.path("seller").stringValue(),
                    (ObjectNode) text.path("about"),
                    new Chain(
                            text.path("chain").path("type").stringValue(),
                            text.path("chain").path("id").stringValue()),
                    text.path("request_digest").stringValue(),
                    (ObjectNode) text.path("display"),
                    Instant.parse(text.path("expires_at").stringValue()));
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("a stored question is not JSON", e);
        }
    }
}
