package dev.rctp.approval.page;

import dev.rctp.registries.Registries;
import java.time.InstantSource;

/** The approval page and the enrolment page (APR-5, APR-9), in the visitor's language. */
public final class HostedPages {

    private final PageFrame frame;
    private final PendingPage pending;
    private final Tongues tongues = new Tongues();

    /** Pages that count time by this clock. */
    public HostedPages(PageSettings settings, Registries registries, InstantSource clock) {
        this.frame = new PageFrame(settings);
        this.pending = new PendingPage(registries, clock);
    }

    /** The answer to {@code GET /approve/{id}}; throws where the view's JSON is not of its schema. */
    public RenderedPage approval(ApprovalView view, Visitor visitor) {
        Tongue tongue = tongues.of(visitor.acceptLanguage());
        return switch (view) {
            case ApprovalView.Pending shown ->
                frame.embeddable(
                        200, visitor, tongue, tongue.say("title.approval"), pending.html(shown.answer(), tongue));
            case ApprovalView.Ended ended ->
                frame.embeddable(200, visitor, tongue, tongue.say("title.approval"), new EndedPage(tongue).html(ended));
            case ApprovalView.Unknown _ ->
                frame.embeddable(404, visitor, tongue, tongue.say("unknown.title"), Notice.of(tongue, "unknown"));
            case ApprovalView.Unavailable _ ->
                frame.embeddable(
                        503, visitor, tongue, tongue.say("unavailable.title"), Notice.of(tongue, "unavailable"));
        };
    }

    /** The answer to {@code GET /enroll}; no site may embed it. */
    public RenderedPage enrolment(EnrolmentView view, Visitor visitor) {
        Tongue tongue = tongues.of(visitor.acceptLanguage());
        return switch (view) {
            case EnrolmentView.Ready ready ->
                frame.alone(200, visitor, tongue, tongue.say("enrol.title"), EnrolmentPage.html(ready, tongue));
            case EnrolmentView.TicketInvalid _ ->
                frame.alone(403, visitor, tongue, tongue.say("ticket.title"), Notice.of(tongue, "ticket"));
            case EnrolmentView.TicketUsed _ ->
                frame.alone(403, visitor, tongue, tongue.say("used.title"), Notice.of(tongue, "used"));
            case EnrolmentView.Unavailable _ ->
                frame.alone(503, visitor, tongue, tongue.say("unavailable.title"), Notice.of(tongue, "unavailable"));
        };
    }
}
