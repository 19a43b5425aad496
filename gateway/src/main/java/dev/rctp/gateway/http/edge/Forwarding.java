package dev.rctp.gateway.http.edge;

/** What an edge does with a request that it may {@link Classification#FORWARD}. */
public sealed interface Forwarding permits UngovernedRelay, Forwarding.None {

    /** The exchange that carries the request out. */
    Exchange exchange(ClientChannel client, EdgeParts edge, AcceptedHead head);

    /** Nothing passes through this edge: such a request is refused like an unlisted write (PRX-4). */
    record None() implements Forwarding {

        @Override
        public Exchange exchange(ClientChannel client, EdgeParts edge, AcceptedHead head) {
            return new RefusedWrite(client, edge, head);
        }
    }
}
