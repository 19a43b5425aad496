package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.edge.EdgeLog.Relayed;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.gateway.http.outbound.ResponseDecoder;
import dev.rctp.gateway.observe.trace.CallTrace;
import dev.rctp.gateway.observe.trace.Phase;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One ungoverned request and its answer, streamed: each side is read only while the other takes bytes. A request that is cut off is cut
 * off at the marketplace too, and so is an answer at the client: neither ever looks complete.
 */
final class RelayExchange implements Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(RelayExchange.class);

    /** What an upload has to bring within the time for a body, or it ends: one that drips would hold its connection for ever. */
    private static final int LEAST_BYTES = 1 << 10;

    private final UngovernedRelay relay;
    private final ClientChannel client;
    private final EdgeParts edge;
    private final AcceptedHead head;
    private final CallTrace trace;
    private final CallTrace.Step step;
    private final Queue<HttpContent> early = new ArrayDeque<>(1);
    private @Nullable UpstreamConnection upstream;
    private int attempts;
    private boolean requestSent;
    private @Nullable HttpResponse upgrade;
    private boolean answerKnown;
    private boolean reusable;
    private int status;
    private long bytesIn;
    private long bytesOut;
    private boolean awaited;
    private int brought;
    private boolean over;

    RelayExchange(UngovernedRelay relay, ClientChannel client, EdgeParts edge, AcceptedHead head, CallTrace trace) {
        this.relay = relay;
        this.client = client;
        this.edge = edge;
        this.head = head;
        this.trace = trace;
        this.step = trace.enter(Phase.UPSTREAM);
    }

    @Override
    public void start() {
        connect();
    }

    private void connect() {
        attempts++;
        client.deadline().set(relay.settings().answerTimeout().toNanos(), this::connectFailed);
        relay.connect(client.loop(), head.asksForWebSocket(), this);
    }

    /** A connection is there; what has come of the request goes out. */
    void connected(UpstreamConnection connection) {
        if (over) {
            connection.release();
            return;
        }
        HttpRequest request = request();
        if (request == null) {
            connection.release();
            unavailable("the request could not be made for the marketplace");
            return;
        }
        client.deadline().clear();
        if (!connection.use(this, head.isHead())) {
            upstreamGone(connection);
            return;
        }
        upstream = connection;
        connection.channel().write(request).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        boolean some = !early.isEmpty();
        while (!early.isEmpty() && !over) {
            forward(early.remove(), connection);
        }
        connection.channel().flush();
        if (!some && !over) {
            askForMore();
        }
        connection.channel().read();
    }

    /** Null where it can't be signed, for whatever reason. */
    @SuppressWarnings("IllegalCatch")
    private @Nullable HttpRequest request() {
        try {
            return relay.request(head, trace);
        } catch (RuntimeException unsigned) {
            LOG.error("request {} could not be made for the marketplace", head.requestId(), unsigned);
            return null;
        }
    }

    /** No connection could be opened, or none in time. */
    void connectFailed() {
        unavailable("the marketplace cannot be reached");
    }

    @Override
    public void content(HttpContent piece) {
        if (over) {
            piece.release();
        } else if (upstream == null) {
            early.add(piece);
        } else {
            forward(piece, upstream);
            upstream.channel().flush();
        }
    }

    private void forward(HttpContent piece, UpstreamConnection to) {
        boolean last = piece instanceof LastHttpContent;
        bytesIn += piece.content().readableBytes();
        brought += piece.content().readableBytes();
        to.channel().write(withoutTrailers(piece)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        if (last) {
            requestSent = true;
            client.deadline().clear();
            to.deadline().set(relay.settings().answerTimeout().toNanos(), this::upstreamStalled);
        } else if (to.channel().isWritable()) {
            askForMore();
        } else {
            awaited = false;
            client.deadline().clear();
            to.deadline().set(relay.settings().writeTimeout().toNanos(), this::upstreamStalled);
        }
    }

    private void askForMore() {
        if (!awaited || brought >= LEAST_BYTES) {
            awaitClient();
        }
        client.read();
    }

    private void awaitClient() {
        awaited = true;
        brought = 0;
        client.deadline().set(edge.settings().bodyTimeout().toNanos(), this::clientStalled);
    }

    private static HttpContent withoutTrailers(HttpContent piece) {
        return piece instanceof LastHttpContent last && !last.trailingHeaders().isEmpty()
                ? new DefaultLastHttpContent(piece.content())
                : piece;
    }

    /** The marketplace takes more of the request. */
    void upstreamWritable() {
        if (!requestSent && !over && upstream != null) {
            upstream.deadline().clear();
            askForMore();
        }
    }

    /** A part of the answer. */
    void answer(HttpObject part) {
        if (over || part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(part);
            broken();
            return;
        }
        if (part instanceof HttpResponse response) {
            head(response);
        }
        if (part instanceof HttpContent piece) {
            body(piece);
        }
    }

    private void head(HttpResponse response) {
        if (response.status().code() == 101 && head.asksForWebSocket()) {
            upgrade = response;
        } else if (response.status().code() == 101) {
            broken();
        } else if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            if (!head.http10()) {
                client.answer().interim(RelayedAnswer.interim(response));
            }
        } else if (ResponseDecoder.isAmbiguous(response)) {
            broken();
        } else {
            answerKnown = true;
            reusable = HttpUtil.isKeepAlive(response);
            status = response.status().code();
            client.answer().head(RelayedAnswer.head(response, head));
        }
    }

    private void body(HttpContent piece) {
        if (!answerKnown || over) {
            piece.release();
            if (upgrade != null && upstream != null && !over) {
                join(upgrade, upstream);
            }
            return;
        }
        bytesOut += piece.content().readableBytes();
        if (upstream != null && client.answer().isWritable()) {
            upstream.deadline().set(relay.settings().streamIdleTimeout().toNanos(), this::upstreamStalled);
        }
        if (piece instanceof LastHttpContent) {
            complete(withoutTrailers(piece));
        } else {
            client.answer().part(piece);
        }
    }

    private void complete(HttpContent last) {
        over = true;
        told(status, true);
        UpstreamConnection done = upstream;
        upstream = null;
        releaseEarly();
        if (done != null && reusable && requestSent) {
            done.release();
        } else if (done != null) {
            done.close();
        }
        client.answer().last(last);
    }

    /** All that has come of the answer so far was told. */
    void answerPaused() {
        client.answer().flush();
        if (!over && upstream != null && client.answer().isWritable()) {
            upstream.channel().read();
        }
    }

    @Override
    public void writabilityChanged() {
        if (over || upstream == null) {
            return;
        }
        if (client.answer().isWritable()) {
            goOn(upstream);
        } else {
            upstream.deadline().clear();
            client.deadline().set(edge.settings().idleTimeout().toNanos(), client::close);
        }
    }

    /** The client takes more of the answer: both sides have again the time that they had before it stopped. */
    private void goOn(UpstreamConnection from) {
        boolean awaitsClient = !requestSent && from.channel().isWritable();
        if (awaitsClient) {
            awaitClient();
        } else {
            client.deadline().clear();
        }
        if (answerKnown || !awaitsClient) {
            from.deadline().set(patience().toNanos(), this::upstreamStalled);
        }
        from.channel().read();
    }

    private Duration patience() {
        if (answerKnown) {
            return relay.settings().streamIdleTimeout();
        }
        return requestSent ? relay.settings().answerTimeout() : relay.settings().writeTimeout();
    }

    private void join(HttpResponse response, UpstreamConnection peer) {
        over = true;
        upstream = null;
        releaseEarly();
        told(response.status().code(), true);
        Tunnel.join(
                client, peer, RelayedAnswer.upgrade(response), relay.settings().streamIdleTimeout());
    }

    /** The marketplace closed the connection or the stream. */
    void upstreamGone(UpstreamConnection gone) {
        upstream = null;
        if (over || client.answer().begun() || head.contentLength() != 0 || !mayBeRepeated(gone)) {
            unavailable("the marketplace closed the connection");
            return;
        }
        relay.distrust(client.loop());
        if (requestSent) {
            requestSent = false;
            early.add(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        long pause = OutboundClient.pause(attempts);
        if (pause == 0) {
            connect();
        } else {
            client.deadline().set(pause, this::connect);
        }
    }

    /** Once after a kept connection, if the method allows it; a few times where the marketplace has surely not begun (RFC 9113 8.7). */
    private boolean mayBeRepeated(UpstreamConnection gone) {
        boolean once = attempts == 1
                && !gone.isFresh()
                && OutboundRequest.isIdempotent(head.message().method());
        return once || (gone.isUnprocessed() && attempts < OutboundClient.MOST_ATTEMPTS);
    }

    private void upstreamStalled() {
        broken();
    }

    private void clientStalled() {
        end();
        client.answer().giveUp(() -> edge.replies().timeout(head.call(), "the body took too long"));
    }

    private void broken() {
        unavailable("the marketplace did not answer in order or in time");
    }

    private void unavailable(String sentence) {
        if (!over) {
            end();
            client.answer().giveUp(() -> edge.replies().unavailable(head.call(), sentence));
        }
    }

    @Override
    public boolean outlivesInput() {
        return false;
    }

    @Override
    public void abort() {
        end();
    }

    /** Logs what is cut off, but not what is answered by a refusal, which has its own line. */
    private void end() {
        if (!over && (answerKnown || !client.context().channel().isActive())) {
            told(status, false);
        } else if (!over) {
            endTrace(0);
        }
        over = true;
        UpstreamConnection cut = upstream;
        upstream = null;
        releaseEarly();
        if (cut != null) {
            cut.close();
        }
    }

    private void told(int status, boolean whole) {
        relay.log().relayed(head.call(), new Relayed(status, whole, bytesIn, bytesOut, trace.id()));
        endTrace(status);
    }

    private void endTrace(int status) {
        step.close();
        trace.end(status, "");
    }

    private void releaseEarly() {
        while (!early.isEmpty()) {
            early.remove().release();
        }
    }
}
