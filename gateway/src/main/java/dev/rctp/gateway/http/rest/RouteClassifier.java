package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.http.edge.Classification;
import dev.rctp.gateway.http.edge.TargetClassifier;

/** Tells the edge by the route table what it may stream and what it must hand over whole (PRX-4). */
public final class RouteClassifier implements TargetClassifier {

    private final Routes routes;

    /** Classifies by this table. */
    public RouteClassifier(Routes routes) {
        this.routes = routes;
    }

    @Override
    public Classification classify(String method, String path) {
        var match = routes.match(method, path);
        if (match.isPresent()) {
            return match.get() instanceof Routes.Match.Hosted ? Classification.HOSTED : Classification.GOVERNED;
        }
        return routes.passesUngoverned(method, path) ? Classification.FORWARD : Classification.REFUSED_WRITE;
    }
}
