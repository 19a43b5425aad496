package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.framing.FramingGuard;
import dev.rctp.gateway.http.framing.FramingViolation;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.Visit;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What carries a client's requests: an HTTP/1.1 connection one after another, an HTTP/2 stream just one. Each is classified and given
 * to its {@link Exchange}. An answer that is given before its request has been read, and every 400, ends the channel (B31).
 */
final class ClientChannel extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(ClientChannel.class);
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final EdgeParts edge;
    private final Wire wire;
    private final boolean welcome;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Deadline deadline;
    private @Nullable AnswerWriter answer;
    private @Nullable Exchange exchange;
    private @Nullable AcceptedHead head;
    private @Nullable Visit visit;
    private boolean requestComplete;
    private boolean draining;

    /**
     * A channel of a server.
     *
     * @param welcome whether it may make requests; otherwise it is told that there are too many
     */
    ClientChannel(EdgeParts edge, Wire wire, boolean welcome) {
        this.edge = edge;
        this.wire = wire;
        this.welcome = welcome;
    }

    ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }

    EventLoop loop() {
        return context().channel().eventLoop();
    }

    Deadline deadline() {
        return Objects.requireNonNull(deadline);
    }

    /** Where its answers go. */
    AnswerWriter answer() {
        return Objects.requireNonNull(answer);
    }

    /** Asks for more of the request. */
    void read() {
        context().read();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        Deadline own = new Deadline(ctx.channel().eventLoop());
        deadline = own;
        answer = new AnswerWriter(edge, ctx, own, this::reusable, this::answered);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (welcome) {
            awaitRequest();
        } else {
            wire.limited();
            answer().whole(edge.replies().limited(unread(edge.reader().newRequestId()), "too many connections"));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request) {
            begin(request);
        } else if (message instanceof HttpContent piece && exchange != null) {
            pass(piece, exchange);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest request) {
        deadline().clear();
        wire.begins(request.method().equals(HttpMethod.HEAD));
        Admission admission = edge.addresses().call(remote());
        if (admission instanceof Visit begun) {
            visit = begun;
        }
        switch (edge.reader().read(request, remote())) {
            case HeadReading.Refused(String requestId, String sentence) ->
                answer().whole(edge.replies().badRequest(unread(requestId), sentence));
            case AcceptedHead accepted -> {
                head = accepted;
                begin(accepted, onward(accepted, admission));
            }
        }
    }

    /** A request that would be relayed takes a place among its address's relayed ones too. */
    private Admission onward(AcceptedHead accepted, Admission call) {
        if (!(call instanceof Visit begun) || accepted.classification() != Classification.FORWARD) {
            return call;
        }
        Admission onward = edge.forwarding().admit(edge.addresses(), accepted.remote());
        if (onward instanceof Visit place) {
            visit = begun.and(place);
        }
        return onward;
    }

    /** Over its address's limits a request ends here, before anyone looks at its signature. */
    private void begin(AcceptedHead accepted, Admission admission) {
        switch (admission) {
            case Admission.Refused over -> {
                wire.limited();
                answer().whole(edge.replies().limited(accepted.call(), over.sentence() + " from this address"));
            }
            case Visit _ -> {
                Exchange next = exchange(accepted);
                exchange = next;
                next.start();
            }
        }
    }

    /** The current request's place among its address's: whoever takes it ends it. */
    Visit takeVisit() {
        Visit taken = Objects.requireNonNull(visit);
        visit = null;
        return taken;
    }

    private void endVisit() {
        if (visit != null) {
            visit.close();
            visit = null;
        }
    }

    private Exchange exchange(AcceptedHead accepted) {
        return switch (accepted.classification()) {
            case GOVERNED, HOSTED -> new GovernedExchange(this, edge, accepted);
            case FORWARD -> edge.forwarding().exchange(this, edge, accepted);
            case REFUSED_WRITE -> new RefusedWrite(this, edge, accepted);
        };
    }

    private void pass(HttpContent piece, Exchange current) {
        if (piece.decoderResult().isFailure()) {
            piece.release();
            violated(FramingViolation.of("malformed body"));
            return;
        }
        requestComplete = piece instanceof LastHttpContent;
        current.content(piece);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof FramingViolation violation) {
            violated(violation);
        } else if (event == FramingGuard.HeadBegun.INSTANCE) {
            deadline().set(edge.settings().headTimeout().toNanos(), this::headTimedOut);
        } else if (event instanceof ChannelInputShutdownEvent) {
            inputEnded();
        } else if (event == Drain.NOW) {
            drain();
        }
    }

    /** The client sends no more: it may still wait for the answer to a governed call, and for nothing else. */
    private void inputEnded() {
        draining = true;
        if (exchange == null || !requestComplete || !exchange.outlivesInput()) {
            close();
        }
    }

    private void violated(FramingViolation violation) {
        wire.discard();
        requestComplete = false;
        abortExchange();
        if (answer().begun()) {
            close();
            return;
        }
        EdgeCall call = head == null ? unread(edge.reader().newRequestId()) : head.call();
        answer().whole(
                        violation.tooLarge()
                                ? edge.replies().headersTooLarge(call, violation.sentence())
                                : edge.replies().badRequest(call, violation.sentence()));
    }

    private InetAddress remote() {
        return ((InetSocketAddress) context().channel().remoteAddress()).getAddress();
    }

    private EdgeCall unread(String requestId) {
        return new EdgeCall(remote(), requestId, edge.reader().now(), null, null, wire.protocol());
    }

    /** What comes of the head after this is no request any more. */
    private void headTimedOut() {
        wire.discard();
        EdgeCall call = unread(edge.reader().newRequestId());
        answer().whole(edge.replies().timeout(call, "the head took too long"));
    }

    /** Gives a whole answer to this exchange, from any thread, and ends its visit when the answer is taken or nobody waits for it. */
    void answerFromAnywhere(Exchange asked, Visit its, Reply reply) {
        context().channel().eventLoop().execute(() -> {
            if (asked.equals(exchange)) {
                visit = its;
                answer().whole(reply);
            } else {
                its.close();
            }
        });
    }

    private boolean reusable() {
        return requestComplete && !draining && head != null && head.keepAlive();
    }

    /** The answer is written whole: the next request, or the end. */
    private void answered() {
        exchange = null;
        endVisit();
        if (answer().persistent() && wire.next()) {
            head = null;
            requestComplete = false;
            answer().next();
            awaitRequest();
        } else {
            wire.discard();
            deadline().set(LINGER.toNanos(), this::close);
            wire.end();
        }
    }

    private void awaitRequest() {
        deadline().set(edge.settings().idleTimeout().toNanos(), this::close);
        read();
    }

    /** Cuts the channel off. */
    void close() {
        var _ = context().channel().close();
    }

    /** Leaves the connection to the handlers after this one, without HTTP. */
    void detach() {
        exchange = null;
        deadline().close();
        Visit upgraded = takeVisit();
        context().channel().closeFuture().addListener(gone -> upgraded.close());
        context().pipeline().remove(this);
        wire.detach();
    }

    /** Finishes what is in flight, then closes. */
    private void drain() {
        draining = true;
        if (exchange == null && !answer().begun() && !wire.inHead()) {
            close();
        }
    }

    private void abortExchange() {
        Exchange current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (exchange != null) {
            exchange.writabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline().close();
        abortExchange();
        endVisit();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("client connection failed", cause);
        var _ = ctx.close();
    }
}
