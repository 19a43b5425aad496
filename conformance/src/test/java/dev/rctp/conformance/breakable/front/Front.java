package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.answer.Answers;
import dev.rctp.conformance.breakable.answer.Authorities;
import dev.rctp.conformance.breakable.answer.Discovery;
import dev.rctp.conformance.breakable.answer.Question;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.domain.Domain;
import dev.rctp.conformance.breakable.http.FramingException;
import dev.rctp.conformance.breakable.http.Handler;
import dev.rctp.conformance.breakable.http.Head;
import dev.rctp.conformance.breakable.http.Incoming;
import dev.rctp.conformance.breakable.http.Outgoing;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.conformance.breakable.idempotency.Ledger;
import dev.rctp.conformance.breakable.jose.Ids;
import dev.rctp.conformance.breakable.upstream.Relay;
import dev.rctp.registries.Reason;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** The port that agents call: its own documents, sellers' pages, governed calls, and what is only passed on (PRX-4). */
public final class Front implements Handler {

    private static final int MOST_BODY = 256 * 1024;

    private final Routes routes;
    private final TargetRule targets;
    private final Authorities authorities;
    private final Judge judge;
    private final Domain domain;
    private final Discovery discovery;
    private final Relay relay;
    private final Answers answers;
    private final GatewayClock clock;
    private final Set<Fault> faults;
    private final Ids ids = new Ids();

    /** What a governed call, a page and an ungoverned request go to. */
    public Front(
            BreakableConfig config,
            Parts parts,
            Authorities authorities,
            Answers answers,
            GatewayClock clock,
            Set<Fault> faults) {
        this.routes = new Routes(config);
        this.targets = new TargetRule(routes, faults);
        this.authorities = authorities;
        this.judge = new Judge(parts, faults);
        this.domain = parts.domain();
        this.discovery = parts.discovery();
        this.relay = parts.relay();
        this.answers = answers;
        this.clock = clock;
        this.faults = faults;
    }

    @Override
    public void handle(Incoming incoming, Outgoing answer) throws IOException, InterruptedException {
        Request head = incoming.request();
        targets.check(head);
        Optional<String> authority = authorities.of(head);
        if (authority.isEmpty() && !faults.contains(Fault.SIG_ANY_HOST)) {
            throw new FramingException("Host is none of the gateway's authorities.");
        }
        Optional<Response> document = discovery.at(head);
        Optional<Routes.Match> route = routes.governed(head.method(), head.path());
        if (document.isPresent()) {
            answer.send(document.get());
        } else if (route.isPresent()) {
            Request whole = incoming.whole(MOST_BODY);
            answer.send(governed(whole, route.get(), authority.orElse(head.host()), incoming));
        } else if (isPage(head)) {
            answer.send(domain.page(incoming.whole(MOST_BODY)));
        } else {
            ungoverned(incoming, head, answer);
        }
    }

    private Response governed(Request request, Routes.Match route, String authority, Incoming incoming)
            throws InterruptedException {
        String requestId = requestId(request);
        Question question = Question.of(request, route.verb().action(), requestId, clock.instant());
        try {
            Ledger.Kept kept = judge.judge(request, route, authority, requestId, incoming.at());
            return answers.of(kept.replayed() ? question.replaying(kept.first(), kept.at()) : question, kept.outcome());
        } catch (Refusal refusal) {
            return answers.of(question, refusal);
        } catch (RuntimeException undecided) {
            System.getLogger("breakable").log(System.Logger.Level.ERROR, "a call could not be decided", undecided);
            return answers.of(
                    question, Outcome.Refused.of(Reason.ENFORCEMENT_UNAVAILABLE, "The call can't be decided."));
        }
    }

    private void ungoverned(Incoming incoming, Request head, Outgoing answer) throws IOException, InterruptedException {
        boolean read = incoming.head().reads()
                && !routes.isOwn(head.path())
                && !(head.method().equals("HEAD") && routes.isGovernedRead(head.path()));
        boolean listed = routes.isListedWrite(head.method(), head.path());
        boolean unlisted = !read && !listed;
        Question question = Question.of(head, null, requestId(head), clock.instant());
        if (unlisted && !faults.contains(Fault.PRX_UNLISTED_WRITE_FORWARDED)) {
            Request whole = incoming.whole(MOST_BODY);
            Question of = Question.of(whole, null, question.requestId(), clock.instant());
            answer.send(answers.of(of, Refusal.of(Reason.ACTION_FORBIDDEN, "The gateway doesn't pass this on.")));
            return;
        }
        relay.pass(
                incoming,
                answer,
                answers.of(question, Refusal.of(Reason.ENFORCEMENT_UNAVAILABLE, "The marketplace doesn't answer.")));
    }

    private static boolean isPage(Request head) {
        boolean door = head.path().startsWith("/approve/")
                || head.path().equals("/enroll")
                || head.path().startsWith("/.well-known/rctp/");
        return door && (head.method().equals("GET") || head.method().equals("POST"));
    }

    @Override
    public Response unreadable(@Nullable Head head, String peer, FramingException why) {
        Request request =
                head == null ? null : new Request(head.method(), head.target(), head.headers(), new byte[0], peer);
        String requestId = request == null ? ids.fresh("req_") : requestId(request);
        Outcome.Refused refused = new Outcome.Refused(
                Reason.REQUEST_INVALID,
                why.status(),
                String.valueOf(why.getMessage()),
                JsonNodeFactory.instance.objectNode(),
                null,
                null);
        return answers.of(Question.of(request, null, requestId, clock.instant()), refused);
    }

    private String requestId(Request request) {
        if (faults.contains(Fault.RSP_REQUEST_ID_CHANGED)) {
            return ids.fresh("req_");
        }
        return request.headers()
                .first("Request-Id")
                .filter(id -> id.matches("[!-~]{1,128}"))
                .orElseGet(() -> ids.fresh("req_"));
    }
}
