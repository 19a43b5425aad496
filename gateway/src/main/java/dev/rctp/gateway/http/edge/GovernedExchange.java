package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.limits.Visit;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;

/** A governed call: its body is read whole within limits of size and time, then the call leaves the event loop. */
final class GovernedExchange implements Exchange {

    private final ClientChannel connection;
    private final EdgeParts edge;
    private final AcceptedHead head;
    private byte[] body = new byte[0];
    private int length;
    private boolean over;

    GovernedExchange(ClientChannel connection, EdgeParts edge, AcceptedHead head) {
        this.connection = connection;
        this.edge = edge;
        this.head = head;
    }

    @Override
    public void start() {
        if (head.contentLength() > limit()) {
            refuseSize();
            return;
        }
        if (head.expectsContinue() && head.contentLength() != 0) {
            if (isUnsigned()) {
                over = true;
                handOver();
                return;
            }
            connection.answer().goOn();
        }
        connection.deadline().set(edge.settings().bodyTimeout().toNanos(), this::timedOut);
        connection.read();
    }

    @Override
    public void content(HttpContent piece) {
        try {
            if (over) {
                return;
            }
            ByteBuf bytes = piece.content();
            if (bytes.readableBytes() > limit() - length) {
                refuseSize();
                return;
            }
            append(bytes);
        } finally {
            piece.release();
        }
        if (piece instanceof LastHttpContent) {
            handOver();
        } else {
            connection.read();
        }
    }

    /** A call that names nobody is refused whatever its body, so that is not asked for (B29). */
    private boolean isUnsigned() {
        return head.message().fields().combined("signature").isEmpty();
    }

    private void append(ByteBuf bytes) {
        int size = bytes.readableBytes();
        if (length + size > body.length) {
            long known = Math.max(head.contentLength(), 0);
            long grown = Math.min(Math.max(length + size, 2L * body.length), known > 0 ? known : limit());
            body = Arrays.copyOf(body, (int) Math.max(grown, length + size));
        }
        bytes.readBytes(body, length, size);
        length += size;
    }

    private void handOver() {
        connection.deadline().clear();
        byte[] whole = length == body.length ? body : Arrays.copyOf(body, length);
        InboundRequest request = new InboundRequest(
                head.message(), whole, head.receivedAt(), head.remote(), head.requestId(), head.protocol());
        Visit visit = connection.takeVisit(); // a client that goes away does not end the work on its call
        edge.calls().start(request, reply -> {
            visit.close();
            connection.answerFromAnywhere(this, reply);
        });
    }

    private int limit() {
        return edge.settings().maxGovernedBodyBytes();
    }

    private void refuseSize() {
        over = true;
        connection.answer().whole(edge.replies().tooLarge(head.call(), "the body is too large"));
    }

    private void timedOut() {
        over = true;
        connection.answer().whole(edge.replies().timeout(head.call(), "the body took too long"));
    }

    @Override
    public void writabilityChanged() {}

    @Override
    public boolean outlivesInput() {
        return true;
    }

    @Override
    public void abort() {
        over = true;
    }
}
