package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Reply;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps what an edge says of its requests, one line each. */
final class RecordedLog implements EdgeLog {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void refused(EdgeCall call, Reply reply, String reason, String cause) {
        lines.add(call.requestId() + " refused " + reply.status() + " " + reason + cause);
    }

    @Override
    public void relayed(EdgeCall call, Relayed relayed) {
        lines.add(call.requestId() + " relayed " + relayed.status() + (relayed.whole() ? "" : " cut off"));
    }

    Queue<String> lines() {
        return lines;
    }
}
