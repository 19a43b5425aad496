package dev.rctp.gateway.http.edge;

import io.netty.handler.codec.http.HttpContent;

/** A write that is neither governed nor listed: answered with 403 before its body is read (PRX-4). */
record RefusedWrite(ClientChannel connection, EdgeParts edge, AcceptedHead head) implements Exchange {

    @Override
    public void start() {
        connection.answer().whole(edge.replies().unlistedWrite(head.call()));
    }

    @Override
    public void content(HttpContent piece) {
        piece.release();
    }

    @Override
    public void writabilityChanged() {}

    @Override
    public boolean outlivesInput() {
        return false;
    }

    @Override
    public void abort() {}
}
