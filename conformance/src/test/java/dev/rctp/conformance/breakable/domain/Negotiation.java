package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.record.Subject;

/**
 * Everything between one buyer's key and one listing (OFF-2).
 *
 * @param profile the buyer's operator
 * @param jkt the buyer's key
 */
record Negotiation(String id, Listing listing, String profile, String jkt) {

    Subject subject() {
        return Subject.negotiation(id);
    }
}
