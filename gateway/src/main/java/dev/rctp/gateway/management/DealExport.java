package dev.rctp.gateway.management;

import dev.rctp.attest.ChainPart;
import dev.rctp.attest.Chains;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.HeadProofJson;
import dev.rctp.gateway.enforce.HeadProofs;
import dev.rctp.gateway.enforce.RecordText;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The marketplace's own export of a deal (REC-6): which chains tell of it, with the proofs of their heads and the keys that signed them, and each
 * chain part by part, with what it confides to the deal's parties. Entries and openings are the very bytes that were hashed.
 */
public final class DealExport {

    private static final Logger LOG = LoggerFactory.getLogger(DealExport.class);
    private static final Pattern DEAL = Pattern.compile("dea_[a-z2-7]{26}");
    private static final Pattern FROM = Pattern.compile("from=([1-9][0-9]{0,17})");
    private static final int PART = 1000;

    private final Chains chains;
    private final HeadProofs proofs;
    private final Function<String, Optional<Negotiation>> parties;
    private final List<ObjectNode> keys;
    private final @Nullable String logKey;

    /**
     * Joins the parts.
     *
     * @param parties whose deal it is, by its id
     * @param keys the public JWKs of the gateway's profile, retired ones too
     * @param logKey what checkpoints are held against; null where no log is kept
     */
    public DealExport(
            Chains chains,
            HeadProofs proofs,
            Function<String, Optional<Negotiation>> parties,
            List<ObjectNode> keys,
            @Nullable String logKey) {
        this.chains = chains;
        this.proofs = proofs;
        this.parties = parties;
        this.keys = List.copyOf(keys);
        this.logKey = logKey;
    }

    /** Answers what is asked of this place, {@code deals}, the deal, {@code record} and, for a part, a chain's type and id, each decoded. */
    Reply handle(String method, List<String> place, @Nullable String query) {
        if (place.size() < 3
                || !place.get(2).equals("record")
                || !method.equals("GET")
                || !DEAL.matcher(place.get(1)).matches()) {
            return ManagementApi.notFound();
        }
        try {
            return switch (place.size()) {
                case 3 -> contents(place.get(1));
                case 5 -> part(place.get(1), place.get(3), place.get(4), query == null ? "from=1" : query);
                default -> ManagementApi.notFound();
            };
        } catch (LedgerUnavailableException | InvalidJsonException e) {
            LOG.atError().setCause(e).log("a deal can't be exported now");
            return ManagementApi.error(503, "enforcement_unavailable", "The record can't be read now.");
        }
    }

    /** The proofs are read before any part is, so that the head that each proves is among the entries. */
    private Reply contents(String deal) throws LedgerUnavailableException, InvalidJsonException {
        List<Subject> told = told(deal);
        if (told.isEmpty()) {
            return ManagementApi.notFound();
        }
        ObjectNode contents = JsonNodeFactory.instance.objectNode();
        ArrayNode list = contents.putArray("chains");
        for (Subject subject : told) {
            ObjectNode chain = list.addObject();
            chain.putObject("subject").put("type", subject.type()).put("id", subject.id());
            ArrayNode proven = chain.putArray("proofs");
            proofs.of(subject).map(HeadProofJson::of).ifPresent(proven::add);
        }
        contents.putArray("keys").addAll(keys);
        if (logKey != null) {
            contents.put("log_key", logKey);
        }
        return ManagementApi.json(200, contents);
    }

    private Reply part(String deal, String type, String id, String query)
            throws LedgerUnavailableException, InvalidJsonException {
        Matcher from = FROM.matcher(query);
        if (!from.matches()) {
            return ManagementApi.error(400, "request_invalid", "The query is from= the number of an entry, from 1.");
        }
        for (Subject subject : told(deal)) {
            if (subject.type().equals(type) && subject.id().equals(id)) {
                HttpFields fields = HttpFields.of("content-type", "application/json", "cache-control", "no-store");
                return new Reply(200, fields, RecordText.of(part(deal, subject, Long.parseLong(from.group(1)))));
            }
        }
        return ManagementApi.notFound();
    }

    /** Of a listing's chain, in which sellers before and after and other buyers have entries too, only what concerns the two of this deal is opened. */
    private ChainPart part(String deal, Subject subject, long from) throws LedgerUnavailableException {
        if (!subject.type().equals("listing")) {
            return chains.openPart(subject, from, PART);
        }
        Optional<Negotiation> between = parties.apply(deal);
        return between.isPresent()
                ? chains.openPart(subject, between.get().seller(), between.get().buyer(), from, PART)
                : new ChainPart(chains.entries(subject, from, PART), List.of());
    }

    /** The chains that tell of the deal and have entries; none for a deal that is not known. */
    private List<Subject> told(String deal) throws LedgerUnavailableException, InvalidJsonException {
        Subject own = new Subject("deal", deal);
        Optional<ObjectNode> first = first(own);
        if (first.isEmpty()) {
            return List.of();
        }
        JsonNode body = first.get().path("body");
        List<Subject> told = new ArrayList<>();
        Subject listing = new Subject("listing", body.path("listing_id").stringValue());
        Optional<ObjectNode> listed = first(listing);
        if (listed.isPresent()) {
            JsonNode made = listed.get().path("body").path("made_in");
            if (made.isObject()) {
                told.add(new Subject(
                        made.path("type").stringValue(), made.path("id").stringValue()));
            }
            told.add(listing);
        }
        told.add(new Subject("negotiation", body.path("negotiation").path("id").stringValue()));
        told.add(own);
        return told;
    }

    private Optional<ObjectNode> first(Subject subject) throws LedgerUnavailableException, InvalidJsonException {
        List<byte[]> entries = chains.entries(subject, 1, 1);
        return entries.isEmpty() ? Optional.empty() : Optional.of(StrictJson.parseObject(entries.getFirst()));
    }
}
