package dev.rctp.gateway.enforce;

import dev.rctp.attest.Chains;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.Visit;
import dev.rctp.grant.Grant;
import dev.rctp.grant.GrantRefused;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.terms.PublicListing;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives the parties their record (REC-4): checked like a call, without an entry of its own. */
public final class RecordReads {

    private static final Logger LOG = LoggerFactory.getLogger(RecordReads.class);

    private final GrantSource grants;
    private final OwnListings listings;
    private final Chains chains;
    private final Boundary boundary;
    private final OperatorLimits limits;

    /** Joins the parts. */
    public RecordReads(
            GrantSource grants, OwnListings listings, Chains chains, Boundary boundary, OperatorLimits limits) {
        this.grants = grants;
        this.listings = listings;
        this.chains = chains;
        this.boundary = boundary;
        this.limits = limits;
    }

    /**
     * Whose record is asked for.
     *
     * @param type the subject's type as the caller names it
     * @param id the subject's id as the caller names it
     * @param from the first entry's number, from 1
     * @param limit how many at most
     */
    public record Query(String type, String id, long from, int limit) {}

    /** What a read gives. */
    public sealed interface Result {

        /**
         * The entries, as {@code {"entries", "openings"}}.
         *
         * @param json the whole object
         */
        record Found(byte[] json) implements Result {}

        /**
         * Nothing, and why.
         *
         * @param refusal the refusal
         */
        record Refused(Decision.Forbid refusal) implements Result {}
    }

    /** The entries, or why this caller doesn't get them: signature and operator, the operator's limits, grant, subject. */
    public Result read(Credentials credentials, Operation.Origin origin, Query query) throws InterruptedException {
        try {
            return judge(credentials, origin, query);
        } catch (GrantUndecidedException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError()
                    .addKeyValue("request_id", origin.requestId())
                    .setCause(e)
                    .log("a read could not be decided");
            return refused(credentials, origin, Decision.Forbid.unavailable(null, "The read can't be decided now."));
        }
    }

    /** Refuses a read: one whose caller isn't known for that, one over its operator's limits for that, any other with this refusal. */
    public Result refuse(Credentials credentials, Operation.Origin origin, Decision.Forbid refusal)
            throws InterruptedException {
        return switch (credentials.authenticate()) {
            case Unauthenticated unknown -> refused(credentials, origin, Refusals.of(null, unknown));
            case VerifiedAgent agent ->
                switch (limits.call(agent.operator().profile())) {
                    case Admission.Refused over -> refused(credentials, origin, Refusals.limit(null, over));
                    case Visit visit -> {
                        try (visit) {
                            yield refused(credentials, origin, refusal);
                        }
                    }
                };
        };
    }

    private Result refused(Credentials credentials, Operation.Origin origin, Decision.Forbid refusal)
            throws InterruptedException {
        boundary.refuse(credentials, origin, refusal);
        return new Result.Refused(refusal);
    }

    private Result judge(Credentials credentials, Operation.Origin origin, Query query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        final VerifiedAgent agent;
        switch (credentials.authenticate()) {
            case Unauthenticated unknown -> {
                return refused(credentials, origin, Refusals.of(null, unknown));
            }
            case VerifiedAgent verified -> agent = verified;
        }
        return switch (limits.call(agent.operator().profile())) {
            case Admission.Refused over -> refused(credentials, origin, Refusals.limit(null, over));
            case Visit visit -> {
                try (visit) {
                    yield judge(credentials, origin, query, agent);
                }
            }
        };
    }

    private Result judge(Credentials credentials, Operation.Origin origin, Query query, VerifiedAgent agent)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        if (!query.type().equals("listing")) {
            return refused(credentials, origin, Refusals.notInScope(null));
        }
        final Grant grant;
        switch (grants.check(credentials.authorization(), agent.jkt())) {
            case GrantRefused refused -> {
                return refused(credentials, origin, Refusals.of(null, refused));
            }
            case Grant granted -> grant = granted;
        }
        Optional<PublicListing> listing = listings.find(Map.of("listing_id", query.id()), grant);
        if (listing.isEmpty()) {
            return refused(credentials, origin, Refusals.notInScope(null));
        }
        Subject subject = new Subject("listing", listing.get().id().value());
        return new Result.Found(json(chains.entries(subject, query.from(), query.limit())));
    }

    /** Entries enter the answer as the very bytes that were hashed. */
    private static byte[] json(List<byte[]> entries) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes("{\"entries\":[".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < entries.size(); i++) {
            if (i > 0) {
                json.write(',');
            }
            json.writeBytes(entries.get(i));
        }
        json.writeBytes("],\"openings\":[]}".getBytes(StandardCharsets.UTF_8));
        return json.toByteArray();
    }
}
