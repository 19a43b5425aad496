package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Boundary;
import dev.rctp.gateway.enforce.Credentials;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Enforcer;
import dev.rctp.gateway.enforce.Operation;
import dev.rctp.gateway.enforce.Outcome;
import dev.rctp.gateway.enforce.Reads;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.msgsig.RequestAuthenticator;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Action;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The REST door: turns requests into operations and decisions into answers; decides nothing. */
public final class RestDoor implements RequestHandler {

    private final Routes routes;
    private final RequestAuthenticator authenticator;
    private final Enforcer enforcer;
    private final Reads reads;
    private final Boundary boundary;
    private final Responses responses;
    private final Documents documents;
    private final RequestHandler sellers;
    private final RequestHandler enrolment;
    private final CallLog log;

    /** Joins the parts. */
    public RestDoor(
            Routes routes,
            RequestAuthenticator authenticator,
            Enforcer enforcer,
            Reads reads,
            Boundary boundary,
            Responses responses,
            Documents documents,
            RequestHandler sellers,
            RequestHandler enrolment,
            CallLog log) {
        this.routes = routes;
        this.authenticator = authenticator;
        this.enforcer = enforcer;
        this.reads = reads;
        this.boundary = boundary;
        this.responses = responses;
        this.documents = documents;
        this.sellers = sellers;
        this.enrolment = enrolment;
        this.log = log;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        RequestMessage message = request.message();
        Routes.Match match = routes.match(message.method(), message.path()).orElseGet(Routes.Match.Nothing::new);
        return switch (match) {
            case Routes.Match.Document _ -> document(request);
            case Routes.Match.Call call -> call(request, call.action(), call.ids());
            case Routes.Match.Read read -> read(request, read.route(), read.ids());
            case Routes.Match.Hosted _ -> hosted(request);
            case Routes.Match.Nothing nothing ->
                refuse(request, Decision.Forbid.of(null, Reason.ACTION_FORBIDDEN, "There is nothing to do here."));
        };
    }

    private Reply document(InboundRequest request) throws InterruptedException {
        Reply reply = documents.answer(request);
        log.document(request, reply);
        return reply;
    }

    private Reply hosted(InboundRequest request) throws InterruptedException {
        boolean enrols = request.message().path().equals("/enroll");
        Reply reply = (enrols ? enrolment : sellers).handle(request);
        log.hosted(request, reply);
        return reply;
    }

    private Reply call(InboundRequest request, Action action, Map<String, String> ids) throws InterruptedException {
        Credentials credentials = new SignedCredentials(authenticator, request);
        Outcome outcome = enforcer.decide(new Operation(
                action,
                ids,
                JsonPayload.of(request),
                payloadDigest(request),
                request.message().fields().combined("idempotency-key").orElse(null),
                credentials,
                upstream(request),
                origin(request)));
        Reply reply = responses.decision(outcome, request);
        log.decided(request, credentials.authenticate(), action.name(), ids, outcome, reply);
        return reply;
    }

    private Reply read(InboundRequest request, Routes.ReadRoute route, Map<String, String> ids)
            throws InterruptedException {
        Credentials credentials = new SignedCredentials(authenticator, request);
        Reads.Result result = switch (route) {
            case RECORD ->
                part(
                        request,
                        credentials,
                        page -> new Reads.Query.Entries(
                                ids.getOrDefault("type", ""), ids.getOrDefault("id", ""), page.from(), page.limit()));
            case RECORD_PROOF ->
                read(
                        request,
                        credentials,
                        new Reads.Query.Proof(ids.getOrDefault("type", ""), ids.getOrDefault("id", "")));
            case LISTING_TERMS ->
                read(request, credentials, new Reads.Query.ListingTerms(ids.getOrDefault("listing_id", "")));
            case LISTING_OFFERS ->
                read(request, credentials, new Reads.Query.ListingOffers(ids.getOrDefault("listing_id", "")));
            case OFFER -> read(request, credentials, new Reads.Query.OneOffer(ids.getOrDefault("offer_id", "")));
            case APPROVAL -> approval(request, credentials, ids.getOrDefault("approval_id", ""));
            case DEAL -> read(request, credentials, new Reads.Query.OneDeal(ids.getOrDefault("deal_id", "")));
            case DEAL_EVENTS ->
                part(
                        request,
                        credentials,
                        page -> new Reads.Query.DealEvents(ids.getOrDefault("deal_id", ""), page.from(), page.limit()));
        };
        return switch (result) {
            case Reads.Result.Found found -> {
                Reply reply = responses.object(found.json(), request);
                log.read(request, credentials.authenticate(), ids, reply);
                yield reply;
            }
            case Reads.Result.Status status -> {
                byte[] json = ApprovalStatus.json(status.known()).toString().getBytes(StandardCharsets.UTF_8);
                Reply reply = responses.object(json, request);
                log.read(request, credentials.authenticate(), ids, reply);
                yield reply;
            }
            case Reads.Result.Refused refused -> {
                Outcome outcome = new Outcome(refused.refusal(), false);
                Reply reply = responses.decision(outcome, request);
                log.decided(request, credentials.authenticate(), null, ids, outcome, reply);
                yield reply;
            }
        };
    }

    private Reads.Result read(InboundRequest request, Credentials credentials, Reads.Query query)
            throws InterruptedException {
        return reads.read(credentials, origin(request), query);
    }

    private Reads.Result approval(InboundRequest request, Credentials credentials, String id)
            throws InterruptedException {
        Optional<Duration> wait = ApprovalWait.of(request.message().query());
        return read(
                request,
                credentials,
                wait.isPresent()
                        ? new Reads.Query.Approval(id, wait.get())
                        : new Reads.Query.Unanswerable(Decision.Forbid.of(
                                null, Reason.REQUEST_INVALID, "'wait' is a number of seconds from 0 to 25.")));
    }

    /** Reads the part of a chain that the query asks for. */
    private Reads.Result part(InboundRequest request, Credentials credentials, Function<RecordPage, Reads.Query> query)
            throws InterruptedException {
        Optional<RecordPage> page = RecordPage.of(request.message().query());
        return read(
                request,
                credentials,
                page.map(query)
                        .orElseGet(
                                () -> new Reads.Query.Unanswerable(
                                        Decision.Forbid.of(
                                                null,
                                                Reason.REQUEST_INVALID,
                                                "The query is 'from', a number from 1, and 'limit', one from 1 to 1000, each once at most."))));
    }

    private Reply refuse(InboundRequest request, Decision.Forbid refusal) {
        boundary.note(origin(request), refusal);
        Reply reply = responses.decision(new Outcome(refusal, false), request);
        log.refused(request, refusal, reply);
        return reply;
    }

    private static Operation.Origin origin(InboundRequest request) {
        return new Operation.Origin(
                "rest", request.requestId(), request.remote().getHostAddress());
    }

    /** Same method, target and body: the same call (IDM-1). */
    private static String payloadDigest(InboundRequest request) {
        RequestMessage message = request.message();
        String call = message.method() + " " + target(message) + "\n" + Sha256.text(request.body());
        return Sha256.text(call.getBytes(StandardCharsets.UTF_8));
    }

    private static UpstreamRequest upstream(InboundRequest request) {
        RequestMessage message = request.message();
        return new UpstreamRequest(message.method(), target(message), UpstreamFields.of(request), request.body());
    }

    private static String target(RequestMessage message) {
        return message.query() == null ? message.path() : message.path() + "?" + message.query();
    }
}
