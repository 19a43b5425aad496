package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Admission;
import java.net.InetAddress;

/** What an edge does with a request that it may {@link Classification#FORWARD}. */
public sealed interface Forwarding permits UngovernedRelay, Forwarding.None {

    /** Whether one more of this address's requests may be carried out; the visit is over when the request is. */
    Admission admit(AddressLimits addresses, InetAddress from);

    /** The exchange that carries the request out. */
    Exchange exchange(ClientChannel client, EdgeParts edge, AcceptedHead head);

    /** Nothing passes through this edge: such a request is refused like an unlisted write (PRX-4). */
    record None() implements Forwarding {

        @Override
        public Admission admit(AddressLimits addresses, InetAddress from) {
            return addresses.relay(from, Integer.MAX_VALUE);
        }

        @Override
        public Exchange exchange(ClientChannel client, EdgeParts edge, AcceptedHead head) {
            return new RefusedWrite(client, edge, head);
        }
    }
}
