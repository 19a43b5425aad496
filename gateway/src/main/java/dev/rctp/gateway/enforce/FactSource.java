package dev.rctp.gateway.enforce;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Where the facts of a call are read. */
public interface FactSource {

    /**
     * The facts as they are at that time; what is written later is decided by the write (IDM-1).
     *
     * @param body what the call carries; empty where that isn't a body of its verb, or won't be read
     */
    Facts of(AdmittedCall call, Optional<ObjectNode> body, Instant now);
}
