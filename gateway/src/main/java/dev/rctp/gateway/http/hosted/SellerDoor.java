package dev.rctp.gateway.http.hosted;

import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.approval.Signable;
import dev.rctp.approval.StandingApproval;
import dev.rctp.approval.page.ApprovalView;
import dev.rctp.approval.page.Assets;
import dev.rctp.approval.page.HostedPages;
import dev.rctp.approval.page.RenderedPage;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.rest.ApprovalStatus;
import dev.rctp.gateway.limits.PageLimits;
import dev.rctp.gateway.seller.SellerAnswers;
import dev.rctp.gateway.seller.SellerAnswers.Asked;
import dev.rctp.gateway.seller.SellerAnswers.Filled;
import dev.rctp.gateway.seller.SellerAnswers.Heard;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.TermFault;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Serves {@code /approve}: to people as a page, to scripts and other clients as JSON, the same for both (APR-5, APR-8). */
public final class SellerDoor implements RequestHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SellerDoor.class);
    private static final String PLACE = "/approve/";
    private static final String RESPONSE = "/response";
    private static final String TERMS = "/terms";
    private static final String READS = "GET, HEAD";
    private static final Pattern ID = Pattern.compile("apr_[a-z2-7]{26}");

    private final SellerAnswers sellers;
    private final Callers callers;
    private final PageLimits limits;
    private final HostedPages pages;
    private final Schemas schemas;
    private final String rpId;
    private final URI origin;
    private final Function<String, JsonNode> termSets;
    private final Assets assets = new Assets();

    /**
     * Creates it.
     *
     * @param rpId the passkeys' RP id
     * @param origin what approval URLs begin with
     * @param termSets gives the term set of an id, as its file has it
     */
    public SellerDoor(
            SellerAnswers sellers,
            Callers callers,
            PageLimits limits,
            HostedPages pages,
            Schemas schemas,
            String rpId,
            URI origin,
            Function<String, JsonNode> termSets) {
        this.sellers = sellers;
        this.callers = callers;
        this.limits = limits;
        this.pages = pages;
        this.schemas = schemas;
        this.rpId = rpId;
        this.origin = origin;
        this.termSets = termSets;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        String path = request.message().path();
        Optional<RenderedPage> asset = assets.get(path, Answers.field(request, "if-none-match"));
        if (asset.isPresent()) {
            return isRead(request) ? Answers.page(asset.get()) : Answers.notAllowed(READS);
        }
        String place = path.substring(Math.min(path.length(), PLACE.length()));
        if (place.endsWith(RESPONSE)) {
            return post(request, place.substring(0, place.length() - RESPONSE.length()), this::hear);
        }
        if (place.endsWith(TERMS)) {
            return post(request, place.substring(0, place.length() - TERMS.length()), this::fill);
        }
        return isRead(request) ? show(request, place) : Answers.notAllowed(READS);
    }

    private static boolean isRead(InboundRequest request) {
        String method = request.message().method();
        return method.equals("GET") || method.equals("HEAD");
    }

    /** What is done with a body that was posted for an approval. */
    private interface Posted {
        Reply to(String id, ObjectNode body, String sender) throws LedgerUnavailableException, InterruptedException;
    }

    private Reply post(InboundRequest request, String id, Posted posted) throws InterruptedException {
        if (!request.message().method().equals("POST")) {
            return Answers.notAllowed("POST");
        }
        Optional<Reply> refusal = callers.refusePost(request);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (!ID.matcher(id).matches()) { // before any limit, which would keep it
            return unknown();
        }
        if (!limits.post(id, request.remote())) {
            return Answers.limited();
        }
        try {
            return posted.to(id, StrictJson.parseObject(request.body()), callers.mark(request, id));
        } catch (InvalidJsonException e) {
            return Answers.invalid("request_malformed", "The body is not a JSON object.");
        } catch (LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("a seller can't be heard now");
            return Answers.unavailable();
        }
    }

    private Reply fill(String id, ObjectNode body, String sender)
            throws LedgerUnavailableException, InterruptedException {
        JsonNode terms = body.path("terms");
        if (!terms.isObject() || body.size() != 1) {
            return Answers.invalid("request_malformed", "The body is an object with the member terms alone.");
        }
        return switch (sellers.fill(id, terms, sender)) {
            case Filled.Kept kept -> {
                ObjectNode answer = JsonNodeFactory.instance.objectNode();
                answer.put("terms_commitment", kept.signable().termsCommitment());
                signables(answer, List.of(kept.signable()));
                yield Answers.json(200, answer);
            }
            case Filled.Faulty faulty -> Answers.json(422, faulty(faulty.faults()));
            case Filled.Closed closed ->
                Answers.invalid(closed.why().cause(), closed.why().sentence());
        };
    }

    /** {@code terms_invalid} with a message for each field (LST-3). */
    private static ObjectNode faulty(List<TermFault> faults) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", "terms_invalid").put("content", "Some of the terms can't be taken as they are.");
        ArrayNode fields = error.putObject("detail").putArray("fields");
        faults.forEach(fault -> fields.addObject().put("field", fault.term()).put("message", fault.message()));
        return error;
    }

    private static void signables(ObjectNode answer, List<Signable> signables) {
        ObjectNode details = answer.putObject("details");
        ObjectNode challenges = answer.putObject("challenges");
        for (Signable signable : signables) {
            details.set(signable.answer().code(), signable.details());
            challenges.put(signable.answer().code(), signable.challenge());
        }
    }

    private Reply show(InboundRequest request, String id) throws InterruptedException {
        if (callers.looksFromElsewhere(request)) {
            return Answers.foreign();
        }
        boolean asJson = Answers.prefersJson(request);
        if (!ID.matcher(id).matches()) {
            return asJson
                    ? unknown()
                    : Answers.page(pages.approval(new ApprovalView.Unknown(), Answers.visitor(request)));
        }
        if (!limits.view(id, request.remote())) {
            return asJson ? Answers.limited() : Answers.limited(unavailable(request));
        }
        try {
            Optional<Asked> asked = sellers.ask(id, callers.mark(request, id));
            if (asJson) {
                return asked.map(known -> Answers.json(200, answer(known))).orElseGet(SellerDoor::unknown);
            }
            return Answers.page(pages.approval(
                    asked.map(this::view).orElseGet(ApprovalView.Unknown::new), Answers.visitor(request)));
        } catch (LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("an approval can't be shown now");
            return asJson ? Answers.unavailable() : Answers.page(unavailable(request));
        }
    }

    private static Reply unknown() {
        return Answers.invalid("approval_unknown", "There is no such approval.");
    }

    private RenderedPage unavailable(InboundRequest request) {
        return pages.approval(new ApprovalView.Unavailable(), Answers.visitor(request));
    }

    private ApprovalView view(Asked asked) {
        StandingApproval approval = asked.known().approval();
        return approval.state() == ApprovalState.PENDING
                ? new ApprovalView.Pending(answer(asked))
                : new ApprovalView.Ended(
                        ApprovalStatus.json(asked.known()), approval.question().display(), approval.decidedAt());
    }

    /** What APR-8 gives; of an approval that has ended, only what it was. */
    private ObjectNode answer(Asked asked) {
        Question question = asked.known().approval().question();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set(
                "approval",
                question.request(origin.resolve(PLACE + question.id()).toString()));
        if (question.asksForTerms() && !asked.signables().isEmpty()) {
            ObjectNode form = answer.putObject("form");
            form.set(
                    "term_set", termSets.apply(question.about().path("term_set").stringValue()));
            form.set("proposed", sellers.proposed(question.id()));
        }
        answer.put("rp_id", rpId);
        ArrayNode credentials = answer.putArray("allow_credentials");
        asked.passkeys().forEach(credentials::add);
        if (!asked.signables().isEmpty()) {
            signables(answer, asked.signables());
        }
        return answer;
    }

    private Reply hear(String id, ObjectNode body, String sender)
            throws LedgerUnavailableException, InterruptedException {
        if (!schemas.validate("approval-response", body).isEmpty()) {
            return Answers.invalid("request_malformed", "The body does not fit its schema.");
        }
        return switch (sellers.hear(id, body.path("decision").stringValue(), body.path("credential"))) {
            case Heard.Taken taken -> Answers.json(200, ApprovalStatus.json(taken.known()));
            case Heard.Invalid wrong -> Answers.invalid(wrong.cause(), wrong.sentence());
        };
    }
}
