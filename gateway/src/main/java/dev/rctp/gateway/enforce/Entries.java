package dev.rctp.gateway.enforce;

import dev.rctp.approval.Question;
import dev.rctp.attest.Confided;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Subject;
import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.attest.deal.VerifiedEvent;
import dev.rctp.grant.Grant;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a decision says of itself in the record (REC-1, REC-2): tagged members and digests. */
final class Entries {

    private static final Pattern EVENT_TYPE = Pattern.compile("[a-z0-9_.-]{1,128}");

    private final SecureRandom random;

    /** Takes the salts of what is confided from here. */
    Entries(SecureRandom random) {
        this.random = random;
    }

    ConfidingEntry accepted(AdmittedCall call, VerbCase.Plan plan, String intent) {
        ObjectNode body = common(call);
        body.put("decision", "auto");
        body.put("intent", intent);
        if (!plan.termsCommitment().equals("none")) {
            body.put("terms_commitment", plan.termsCommitment());
        }
        body.setAll(plan.recorded());
        return decided(plan.chain(), body);
    }

    /**
     * That the seller is asked, and all that their passkey will sign of it: the answer is held against this (APR-1, REC-4). It is theirs to
     * know until they say yes (OFF-7, REC-6).
     */
    ConfidingEntry asked(AdmittedCall call, Subject subject, Question question) {
        ObjectNode body = common(call);
        body.put("decision", "ask");
        body.put("approval", question.digest());
        body.put("expires_at", question.expiresAt().toString());
        body.put("request_digest", question.requestDigest());
        body.put("display_digest", question.displayDigest());
        body.setAll(question.about());
        return subject.type().equals("listing")
                ? decided(subject, body)
                : confiding(call.side(), subject, body, call.confidant());
    }

    /** A chain that both sides read says of a refusal no more than whose it is: neither learns what the other was refused (REC-6). */
    ConfidingEntry refused(AdmittedCall call, Subject subject, Decision.Forbid refusal) {
        ObjectNode body = refusal(call, refusal);
        return subject.type().equals("listing")
                ? decided(subject, body)
                : confiding(call.side(), subject, body, call.confidant());
    }

    /** That a held call is refused after its seller's yes, for its operator or its grant (APR-6). */
    ConfidingEntry refused(Question question, Operation operation, Decision.Forbid refusal) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", question.action());
        body.put("request_id", operation.origin().requestId());
        body.put("caller", question.agent().jkt());
        body.put("operator", question.agent().operator());
        body.put("agent_id", question.agent().id());
        body.put("seller", question.seller());
        body.put("approval", question.digest());
        reason(body, refusal);
        Subject subject = new Subject(question.chain().type(), question.chain().id());
        return subject.type().equals("listing") ? decided(subject, body) : confiding("seller", subject, body, "seller");
    }

    /** The price that was refused is confided to the agent that named it: a seller's agents have a budget each, and pool nothing (OFF-9). */
    ConfidingEntry refused(AdmittedCall call, VerbCase.BelowFloor below) {
        ObjectNode body = refusal(call, below.refusal());
        body.setAll(below.price());
        return confiding(call.side(), below.chain(), body, call.caller().key());
    }

    /** What a party reported, with its own signature and key inside, so that the record proves it by itself (EVT-1, REC-2). */
    EntryDraft event(PartyCall call, Subject deal, VerifiedEvent event, ObjectNode key, Role role, String intent) {
        ObjectNode body = common(call);
        body.remove("seller"); // whose role it is says enough
        body.put("decision", "auto");
        body.put("intent", intent);
        body.put("event", event.compact());
        body.set("jwk", key);
        body.put("role", OpenDeal.name(role));
        body.put("type", event.claims().type());
        return new EntryDraft(deal, "event", body);
    }

    /** A seller's listing may be read for as long as it stands, and what both sides read says of its seller only that there is one (REC-6). */
    private ConfidingEntry decided(Subject subject, ObjectNode body) {
        return body.has("seller") || subject.type().equals("listing")
                ? ConfidingEntry.personal(subject, "decided", body, random)
                : ConfidingEntry.open(new EntryDraft(subject, "decided", body));
    }

    private ConfidingEntry confiding(String side, Subject subject, ObjectNode body, String party) {
        Confided confided = ConfidingEntry.confided(party, body, random);
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("side", side).put("confided", confided.digest());
        return new ConfidingEntry(new EntryDraft(subject, "decided", shown), confided);
    }

    private static ObjectNode refusal(AdmittedCall call, Decision.Forbid refusal) {
        ObjectNode body = common(call);
        reported(call.operation()).ifPresent(type -> body.put("type", type));
        reason(body, refusal);
        return body;
    }

    /** Of which type an event was that is refused, as it says itself: what its type could not be is left out. */
    private static Optional<String> reported(Operation operation) {
        if (!operation.action().name().equals("deal.event") || !(operation.payload() instanceof Payload.Json json)) {
            return Optional.empty();
        }
        try {
            String event = StrictJson.parseObject(json.bytes()).path("event").asString("");
            return EventVerifier.claimed(event)
                    .map(claims -> claims.path("type").asString(""))
                    .filter(EVENT_TYPE.asMatchPredicate());
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }

    private static void reason(ObjectNode body, Decision.Forbid refusal) {
        body.put("decision", "forbid");
        body.put("reason", refusal.reason().code());
        String cause = refusal.detail().get("cause");
        if (cause != null) {
            body.put("cause", cause);
        }
        if (!refusal.unmet().isEmpty()) {
            refusal.unmet().forEach(body.putArray("unmet")::add);
        }
    }

    private static void granted(ObjectNode body, Grant grant) {
        body.put("agent_id", grant.agentId());
        body.put("seller", grant.sub());
    }

    private static ObjectNode common(AdmittedCall call) {
        Operation operation = call.operation();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", operation.action().name());
        body.put("door", operation.origin().door());
        body.put("request_id", operation.origin().requestId());
        body.put("caller", call.caller().key());
        body.put("operator", call.caller().group());
        switch (call) {
            case GrantedCall granted -> {
                granted(body, granted.grant());
                if (granted.approval() != null) {
                    body.put("approval", Question.digest(granted.approval()));
                }
            }
            case PartyCall party when party.grant() != null -> granted(body, party.grant());
            case PartyCall _, BuyerCall _ -> {
                // known by its key alone
            }
        }
        body.put("payload_digest", operation.payloadDigest());
        body.put("evidence_digest", operation.credentials().digest());
        return body;
    }
}
