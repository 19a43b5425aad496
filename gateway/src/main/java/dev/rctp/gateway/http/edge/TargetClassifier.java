package dev.rctp.gateway.http.edge;

/** The table of what the gateway governs (PRX-4); called on event loops, so it must not block. */
@FunctionalInterface
public interface TargetClassifier {

    /** The class of a request by its method as sent and its raw path, compared exactly. */
    Classification classify(String method, String path);
}
