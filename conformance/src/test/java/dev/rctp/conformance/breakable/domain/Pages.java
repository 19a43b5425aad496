package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Approval.Challenge;
import dev.rctp.conformance.breakable.domain.approval.Assertions;
import dev.rctp.conformance.breakable.domain.approval.Passkeys;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.domain.terms.TermsForm;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.TermSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What an approval's page shows, and the terms that are sent from it (APR-8, LST-3). */
final class Pages {

    private static final int MOST_FORMS = 16;
    private static final int MOST_CHALLENGES = 512;

    /** Terms that can't be taken, with a message for each. */
    static final class BadTerms extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient Map<String, String> faults;

        BadTerms(Map<String, String> faults) {
            super("terms_invalid", null, false, false);
            this.faults = new TreeMap<>(faults);
        }

        ArrayNode fields() {
            return Json.list(faults.entrySet().stream()
                    .map(f -> Json.object().put("field", f.getKey()).put("message", f.getValue()))
                    .toList());
        }
    }

    private final Parts parts;
    private final Approvals approvals;
    private final Assertions assertions;
    private final Passkeys passkeys;
    private final TermsForm form;

    Pages(Parts parts, Approvals approvals, Assertions assertions, Passkeys passkeys) {
        this.parts = parts;
        this.approvals = approvals;
        this.assertions = assertions;
        this.passkeys = passkeys;
        this.form = new TermsForm(parts.registries().schemas());
    }

    Approval find(String id) {
        Approval approval = parts.state().approvals.get(id);
        if (approval == null) {
            throw new Hearing.Unheard("approval_unknown");
        }
        approvals.silence(approval);
        return approval;
    }

    /** {@code GET /approve/{id}}; each look gives fresh challenges. */
    ObjectNode look(String id) {
        Approval approval = find(id);
        ObjectNode page = Json.object();
        page.set("approval", approval.request(parts.config().origin()));
        page.put("rp_id", assertions.rpId());
        page.set(
                "allow_credentials", passkeys.descriptors(approval.call.seller().sub()));
        if (!approval.status(parts.now()).equals("pending")) {
            return page;
        }
        ObjectNode details = Json.object();
        ObjectNode challenges = Json.object();
        if (approval.form) {
            page.set("form", form(approval));
        } else {
            give(approval, "approve", null, details, challenges);
        }
        give(approval, "decline", null, details, challenges);
        page.set("details", details);
        page.set("challenges", challenges);
        return page;
    }

    private ObjectNode form(Approval approval) {
        ObjectNode shown = Json.object();
        shown.set("term_set", termSet(approval).json());
        JsonNode proposed = Objects.requireNonNullElse(approval.proposed, Json.object());
        if (approval.lastSubmitted != null && parts.broken(Fault.SUBMITTED_TERMS_SHOWN_AGAIN)) {
            proposed = approval.lastSubmitted;
        }
        shown.set("proposed", proposed);
        return shown;
    }

    private TermSet termSet(Approval approval) {
        TermSet named = parts.registries().termSets().get(Json.text(approval.about, "term_set"));
        return named == null ? parts.registries().defaultTermSet() : named;
    }

    /** {@code POST /approve/{id}/terms}; throws {@link BadTerms}. */
    ObjectNode submit(String id, JsonNode body) {
        Approval approval = find(id);
        if (!approval.status(parts.now()).equals("pending")) {
            throw new Hearing.Unheard("decided");
        }
        if (!approval.form) {
            throw new Hearing.Unheard("no_form");
        }
        JsonNode given = body.path("terms");
        if (!given.isObject() || body.size() != 1) {
            throw new Hearing.Unheard("request_malformed");
        }
        if (approval.proposed != null && parts.broken(Fault.PROPOSED_TERMS_STORED)) {
            given = approval.proposed;
        }
        Terms terms = terms(approval, given);
        approval.lastSubmitted = given;
        ObjectNode details = Json.object();
        ObjectNode challenges = Json.object();
        give(approval, "approve", terms, details, challenges);
        keep(approval, Json.text(challenges, "approve"));
        ObjectNode answer = Json.object().put("terms_commitment", terms.commitment());
        answer.set("details", details);
        answer.set("challenges", challenges);
        return answer;
    }

    private Terms terms(Approval approval, JsonNode given) {
        TermSet set = termSet(approval);
        JsonNode listPrice = approval.listing == null ? approval.about.path("price") : approval.listing.listPrice;
        Map<String, String> faults = form.faults(set, given, listPrice, parts.now());
        if (!faults.isEmpty() && !parts.broken(Fault.FORM_NOT_CHECKED)) {
            if (parts.broken(Fault.FORM_NAMES_EVERY_FIELD)) {
                set.terms().forEach(term -> faults.putIfAbsent(term.name(), "may be wrong"));
            }
            throw new BadTerms(faults);
        }
        ObjectNode all = TermsForm.filled(set, given);
        return new Terms(set, all, commitment(all));
    }

    /** LST-4: over a fresh salt and all terms. */
    private String commitment(ObjectNode all) {
        ObjectNode committed = Json.object();
        committed.set("terms", all);
        if (parts.broken(Fault.COMMITMENT_WITHOUT_SALT)) {
            return Json.digest(committed);
        }
        String salt = parts.ids().nonce();
        if (parts.broken(Fault.COMMITMENT_SALT_REUSED)) {
            salt = "AAAAAAAAAAAAAAAAAAAAAA";
        }
        return Json.digest(committed.put("salt", salt));
    }

    private void keep(Approval approval, String challenge) {
        if (parts.broken(Fault.NEW_FORM_REPLACES_OLD)) {
            approval.submissions.forEach(approval.challenges::remove);
        }
        approval.submissions.add(challenge);
        if (approval.submissions.size() > MOST_FORMS) {
            approval.challenges.remove(approval.submissions.remove());
        }
    }

    private void give(
            Approval approval, String decision, @Nullable Terms terms, ObjectNode details, ObjectNode challenges) {
        ObjectNode object = approval.details(decision, terms, parts.ids().nonce());
        if (parts.broken(Fault.SIGNED_OBJECT_WITHOUT_PRICE)) {
            object.remove("price");
        }
        if (parts.broken(Fault.SIGNED_OBJECT_WITHOUT_COMMITMENT)) {
            object.remove("terms_commitment");
        }
        String challenge = Base64Url.text(Sha256.bytes(CanonicalJson.bytes(object)));
        approval.challenges.put(challenge, new Challenge(decision, object, terms));
        if (approval.challenges.size() > MOST_CHALLENGES) {
            approval.challenges.remove(approval.challenges.keySet().iterator().next());
        }
        details.set(decision, object);
        challenges.put(decision, challenge);
    }
}
