package dev.rctp.gateway.enforce;

import dev.rctp.grant.Grant;
import java.util.Map;

/** Where the facts of a call are read. */
public interface FactSource {

    /**
     * The facts as they are now; what is written later is decided by the write (IDM-1).
     *
     * @param fingerprint what a repeat of the call is compared by
     * @param subjectIds the ids that name the call's subject
     */
    Facts of(CallKey call, String fingerprint, Map<String, String> subjectIds, Grant grant);
}
