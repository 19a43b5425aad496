package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.record.Subject;

/**
 * Where a call's entries stand.
 *
 * @param subject whose chain
 * @param side whose a refusal is (REC-6)
 * @param reader who may open it: the side, or {@code jkt:} and a key
 */
record Place(Subject subject, String side, String reader) {

    /** The same for one key alone. */
    Place forKey(String jkt) {
        return new Place(subject, side, "jkt:" + jkt);
    }
}
