package dev.rctp.gateway.enforce;

import dev.rctp.grant.Grant;
import dev.rctp.terms.PublicListing;
import java.util.Map;
import java.util.Optional;

/** The listings a seller agent may name: those of the seller who granted it (LST-8). */
public interface OwnListings {

    /** The listing that the ids name, if it is known here and its seller is the grant's {@code sub}; empty for every other. */
    Optional<PublicListing> find(Map<String, String> subjectIds, Grant grant);
}
