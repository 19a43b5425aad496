package dev.rctp.gateway.management;

import dev.rctp.attest.Committed;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.ConfidingEntry;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.store.AskedListings;
import dev.rctp.gateway.store.Statements;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.SqlStatement;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ApprovedTerms;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.TermsInvalid;
import dev.rctp.terms.negotiation.Moves;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lets the marketplace tell of its listings (LST-9); each change stands in the listing's chain (MGT-1). */
public final class ListingAdministration {

    private static final Logger LOG = LoggerFactory.getLogger(ListingAdministration.class);

    private final Listings listings;
    private final ListingService service;
    private final Ledger ledger;
    private final Notices notices;
    private final Schemas schemas;
    private final ListingIdFolding folding;
    private final SecureRandom random;
    private final InstantSource clock;

    /** Joins the parts; {@code random} gives salts. */
    public ListingAdministration(
            Listings listings,
            ListingService service,
            Ledger ledger,
            Notices notices,
            Schemas schemas,
            ListingIdFolding folding,
            SecureRandom random,
            InstantSource clock) {
        this.listings = listings;
        this.service = service;
        this.ledger = ledger;
        this.notices = notices;
        this.schemas = schemas;
        this.folding = folding;
        this.random = random;
        this.clock = clock;
    }

    /** What was wrong with a listing that someone told of. */
    public static sealed class Rejected extends Exception permits Sold {

        private static final long serialVersionUID = 1L;

        Rejected(String message) {
            super(message);
        }
    }

    /** The listing was sold through a deal here, which is for good. */
    public static final class Sold extends Rejected {

        private static final long serialVersionUID = 1L;

        Sold() {
            super("The listing was sold through this gateway; what is offered again needs an id of its own.");
        }
    }

    Reply put(String idText, byte[] body, String requestId) throws InterruptedException {
        try {
            return ManagementApi.json(
                    200, tell(idText, StrictJson.parseObject(body), requestId).json());
        } catch (Sold e) {
            return ManagementApi.error(409, "listing_closed", String.valueOf(e.getMessage()));
        } catch (InvalidJsonException | Rejected e) {
            return ManagementApi.error(400, "request_invalid", String.valueOf(e.getMessage()));
        } catch (LedgerUnavailableException | SQLException e) {
            return unavailable(e);
        }
    }

    Reply delete(String idText, String requestId) throws InterruptedException {
        try {
            Optional<ListingId> id = ListingId.parse(idText, folding);
            if (id.isEmpty() || listings.find(id.get()).isEmpty()) {
                return ManagementApi.error(404, "not_found", "There is no such listing.");
            }
            List<Statement> writes = new ArrayList<>(notices.ended(id.get(), true));
            writes.add(Statements.of(listings.close(id.get())));
            writes.addAll(Statements.of(Moves.declineAll(id.get(), clock.instant())));
            writes.add(AskedListings.overtaken(id.get(), clock.instant()));
            commit(id.get(), "listing_closed", body(requestId), writes);
            return new Reply(204, HttpFields.of("cache-control", "no-store"), new byte[0]);
        } catch (LedgerUnavailableException | SQLException e) {
            return unavailable(e);
        }
    }

    private static Reply unavailable(Exception e) {
        LOG.atError().setCause(e).log("a listing can't be changed now");
        return ManagementApi.error(503, "enforcement_unavailable", "The change can't be recorded now.");
    }

    /** Makes a listing known, or changes what is known of it; {@code told} has the members of LST-9. */
    public PublicListing tell(String idText, ObjectNode told, String requestId)
            throws Rejected, LedgerUnavailableException, SQLException, InterruptedException {
        ListingId id = ListingId.parse(idText, folding).orElseThrow(() -> new Rejected("The listing id is malformed."));
        check(told);
        String termSet = told.path("term_set").asString();
        JsonNode price = told.path("list_price");
        Money listPrice =
                new Money(price.path("amount").asLong(), price.path("currency").asString());
        SqlStatement register = listings.register(
                id, told.path("seller").asString(), told.path("title").asString(), listPrice, termSet, clock.instant());
        ObjectNode body = body(requestId);
        body.put("seller", told.path("seller").asString());
        body.put("title_digest", Sha256.text(told.path("title").asString().getBytes(StandardCharsets.UTF_8)));
        body.set("list_price", told.path("list_price"));
        body.put("term_set", termSet);
        List<Statement> ended = new ArrayList<>(notices.ended(id, false));
        ended.addAll(Statements.of(Moves.declineFormer(id, clock.instant())));
        if (listings.find(id).filter(PublicListing::closed).isPresent()) {
            ended.addAll(Statements.of(Moves.declineAll(
                    id, clock.instant()))); // what began while it was closed does not come back with it
        }
        ended.add(AskedListings.overtaken(id, clock.instant()));
        ConfidingEntry entry =
                ConfidingEntry.personal(new Subject("listing", id.value()), "listing_told", body, random);
        Guard unsold = new Guard("unsold", Statements.of(register));
        Unit unit = new Unit(List.of(unsold), List.of(entry.draft()), receipts -> {
            ended.addAll(entry.opening(receipts.getFirst()));
            return ended;
        });
        if (ledger.commit(unit) instanceof Committed.Lost) {
            throw new Sold();
        }
        return listings.find(id).orElseThrow(() -> new IllegalStateException("a listing told of is not known"));
    }

    /** Throws for members that are not those of LST-9. */
    public void check(ObjectNode told) throws Rejected {
        List<Schemas.Fault> faults = schemas.validate("listing-registration", told);
        if (!faults.isEmpty()) {
            Schemas.Fault fault = faults.getFirst();
            throw new Rejected("The body does not fit its schema: "
                    + (fault.path().isEmpty() ? "it" : fault.path()) + " " + fault.message() + ".");
        }
        if (!service.offersTermSet(told.path("term_set").asString())) {
            throw new Rejected("The term set is not one that this marketplace uses.");
        }
    }

    /** Gives the listing terms that its seller has approved, as {@link ListingService} takes them; throws when it has changed meanwhile. */
    public PublicListing approveTerms(PublicListing listing, JsonNode terms, String requestId)
            throws Rejected, LedgerUnavailableException, InterruptedException {
        return switch (service.approveTerms(listing, listing.termSet(), terms)) {
            case TermsInvalid invalid -> throw new Rejected(sentence(invalid));
            case ApprovedTerms approved -> {
                ObjectNode body = body(requestId);
                body.put("terms_commitment", approved.listing().termsCommitment());
                Guard condition = new Guard("listing", Statements.of(approved.condition()));
                List<Statement> writes = new ArrayList<>(Statements.of(approved.statements()));
                writes.add(AskedListings.overtaken(listing.id(), clock.instant()));
                Unit unit = unit(List.of(condition), listing.id(), "terms_approved", body, writes);
                if (ledger.commit(unit) instanceof Committed.Lost) {
                    throw new Rejected("The listing changed meanwhile.");
                }
                yield approved.listing();
            }
        };
    }

    private static String sentence(TermsInvalid invalid) {
        return invalid.faults().stream()
                .map(fault -> fault.term() + " " + fault.message())
                .collect(Collectors.joining("; ", "The terms are not acceptable: ", "."));
    }

    private static ObjectNode body(String requestId) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        return body.put("door", "management").put("request_id", requestId);
    }

    private void commit(ListingId id, String kind, ObjectNode body, List<Statement> changes)
            throws LedgerUnavailableException, InterruptedException {
        if (ledger.commit(unit(List.of(), id, kind, body, changes)) instanceof Committed.Lost lost) {
            throw new IllegalStateException("a unit without guards lost " + lost.guard());
        }
    }

    private static Unit unit(List<Guard> guards, ListingId id, String kind, ObjectNode body, List<Statement> changes) {
        EntryDraft entry = new EntryDraft(new Subject("listing", id.value()), kind, body);
        return new Unit(guards, List.of(entry), receipts -> changes);
    }
}
