package dev.rctp.gateway.http.hosted;

import dev.rctp.approval.page.EnrolmentView;
import dev.rctp.approval.page.HostedPages;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.framing.PercentEncoding;
import dev.rctp.gateway.limits.PageLimits;
import dev.rctp.gateway.seller.Enrolment;
import dev.rctp.gateway.seller.Enrolment.Enrolled;
import dev.rctp.gateway.seller.Enrolment.Offered;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Serves {@code /enroll} (APR-9): the page by which a seller's passkey is made, and what it calls. */
public final class EnrolmentDoor implements RequestHandler {

    private static final Logger LOG = LoggerFactory.getLogger(EnrolmentDoor.class);
    private static final String TICKET = "ticket=";

    private final Enrolment enrolment;
    private final Callers callers;
    private final PageLimits limits;
    private final HostedPages pages;
    private final Schemas schemas;

    /** Enrols within these limits. */
    public EnrolmentDoor(Enrolment enrolment, Callers callers, PageLimits limits, HostedPages pages, Schemas schemas) {
        this.enrolment = enrolment;
        this.callers = callers;
        this.limits = limits;
        this.pages = pages;
        this.schemas = schemas;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        return switch (request.message().method()) {
            case "GET", "HEAD" -> show(request);
            case "POST" -> enrol(request);
            default -> Answers.notAllowed("GET, HEAD, POST");
        };
    }

    private Reply show(InboundRequest request) throws InterruptedException {
        boolean asJson = Answers.prefersJson(request);
        if (!limits.enrol(request.remote())) {
            return asJson
                    ? Answers.limited()
                    : Answers.limited(pages.enrolment(new EnrolmentView.Unavailable(), Answers.visitor(request)));
        }
        String ticket = ticket(request);
        try {
            Offered offered = enrolment.offer(ticket, callers.mark(request, ticket));
            if (!asJson) {
                return page(request, view(ticket, offered));
            }
            return switch (offered) {
                case Offered.Ready ready -> Answers.json(200, ready.options());
                case Offered.Invalid wrong -> Answers.invalid(wrong.cause(), wrong.sentence());
                case Offered.Used _ -> Answers.invalid("ticket_used", "The ticket was used before.");
            };
        } catch (IOException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("a passkey can't be enrolled now");
            return asJson ? Answers.unavailable() : page(request, new EnrolmentView.Unavailable());
        }
    }

    private static EnrolmentView view(String ticket, Offered offered) {
        return switch (offered) {
            case Offered.Ready ready -> new EnrolmentView.Ready(ticket, ready.another());
            case Offered.Invalid _ -> new EnrolmentView.TicketInvalid();
            case Offered.Used _ -> new EnrolmentView.TicketUsed();
        };
    }

    private Reply page(InboundRequest request, EnrolmentView view) {
        return Answers.page(pages.enrolment(view, Answers.visitor(request)));
    }

    private Reply enrol(InboundRequest request) throws InterruptedException {
        Optional<Reply> refusal = callers.refusePost(request);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (!limits.enrol(request.remote())) {
            return Answers.limited();
        }
        try {
            ObjectNode body = StrictJson.parseObject(request.body());
            if (!schemas.validate("enrolment-request", body).isEmpty()) {
                return Answers.invalid("request_malformed", "The body does not fit its schema.");
            }
            Enrolled enrolled =
                    enrolment.enrol(body.path("ticket").stringValue(), body.path("credential"), body.get("assertion"));
            return switch (enrolled) {
                case Enrolled.Done done ->
                    Answers.json(
                            201,
                            JsonNodeFactory.instance
                                    .objectNode()
                                    .put("credential_id", done.passkey().credentialId()));
                case Enrolled.Invalid wrong -> Answers.invalid(wrong.cause(), wrong.sentence());
            };
        } catch (InvalidJsonException e) {
            return Answers.invalid("request_malformed", "The body is not a JSON object.");
        } catch (IOException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError().setCause(e).log("a passkey can't be enrolled now");
            return Answers.unavailable();
        }
    }

    /** The query's only member; empty for anything else, which is no ticket. */
    private static String ticket(InboundRequest request) {
        String query = request.message().query();
        return query != null && query.startsWith(TICKET) && query.indexOf('&') < 0
                ? PercentEncoding.decode(query.substring(TICKET.length())).orElse("")
                : "";
    }
}
