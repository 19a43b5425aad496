package dev.rctp.gateway.http.edge;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps what an edge says of its requests, one line each. */
final class RecordedLog implements EdgeLog {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void refused(EdgeCall call, int status, String reason, String cause) {
        lines.add(call.requestId() + " refused " + status + " " + reason + cause);
    }

    @Override
    public void relayed(EdgeCall call, int status, boolean whole) {
        lines.add(call.requestId() + " relayed " + status + (whole ? "" : " cut off"));
    }

    Queue<String> lines() {
        return lines;
    }
}
