package dev.rctp.gateway.enforce;

import dev.rctp.terms.PublicListing;
import java.util.Optional;

/**
 * What the tables say of a call, read in one look since a look costs more than what it reads; each check takes its own part in its turn
 * (DEC-1).
 *
 * @param prior what is known of its Idempotency-Key
 * @param listing the listing it names, if that is known here and the granting seller's; empty for every other
 */
public record Facts(Prior prior, Optional<PublicListing> listing) {}
