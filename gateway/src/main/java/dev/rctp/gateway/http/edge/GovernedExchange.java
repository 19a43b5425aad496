package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.limits.Visit;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;

/** A call that the gateway answers itself: its body is read whole within limits of size and time, then the call leaves the event loop. */
final class GovernedExchange implements Exchange {

    private static final byte[] NONE = {};

    private final ClientChannel connection;
    private final EdgeParts edge;
    private final AcceptedHead head;
    private final Intake room;
    private byte[] body = NONE;
    private int length;
    private boolean over;

    GovernedExchange(ClientChannel connection, EdgeParts edge, AcceptedHead head) {
        this.connection = connection;
        this.edge = edge;
        this.head = head;
        this.room = isHosted() ? edge.hosted() : edge.governed();
    }

    @Override
    public void start() {
        if (head.contentLength() > limit()) {
            refuseSize();
            return;
        }
        if (head.expectsContinue() && head.contentLength() != 0) {
            if (!isHosted() && isUnsigned()) {
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
            if (!append(bytes)) {
                refuse(edge.replies().unavailable(head.call(), "too many bodies at once"));
                return;
            }
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

    /** False where all bodies together would take too much. */
    private boolean append(ByteBuf bytes) {
        int size = bytes.readableBytes();
        if (length + size > body.length && !grow(length + size)) {
            return false;
        }
        bytes.readBytes(body, length, size);
        length += size;
        return true;
    }

    private boolean grow(int needed) {
        long known = Math.max(head.contentLength(), 0);
        long most = Math.min(Math.max(needed, 2L * body.length), known > 0 ? known : limit());
        int grown = (int) Math.max(most, needed);
        if (!room.bodies().take(grown - body.length)) {
            return false;
        }
        body = Arrays.copyOf(body, grown);
        return true;
    }

    /** The bytes taken for the body, to be given back by whoever has it now. */
    private byte[] takeBody() {
        byte[] whole = length == body.length ? body : Arrays.copyOf(body, length);
        room.bodies().giveBack(body.length - whole.length);
        body = NONE;
        length = 0;
        return whole;
    }

    private void dropBody() {
        room.bodies().giveBack(body.length);
        body = NONE;
        length = 0;
    }

    private void handOver() {
        connection.deadline().clear();
        byte[] whole = takeBody();
        InboundRequest request = new InboundRequest(
                head.message(), whole, head.receivedAt(), head.remote(), head.requestId(), head.protocol());
        Visit visit = connection.takeVisit(); // a client that goes away does not end the work on its call
        edge.calls().start(request, room.places(), reply -> {
            room.bodies().giveBack(whole.length);
            connection.answerFromAnywhere(this, visit, reply);
        });
    }

    private int limit() {
        return isHosted()
                ? edge.settings().maxHostedBodyBytes()
                : edge.settings().maxGovernedBodyBytes();
    }

    private boolean isHosted() {
        return head.classification() == Classification.HOSTED;
    }

    private void refuseSize() {
        refuse(edge.replies().tooLarge(head.call(), "the body is too large"));
    }

    private void timedOut() {
        refuse(edge.replies().timeout(head.call(), "the body took too long"));
    }

    private void refuse(Reply reply) {
        over = true;
        dropBody();
        connection.answer().whole(reply);
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
        dropBody();
    }
}
