package dev.rctp.gateway.management;

import dev.rctp.attest.ChainPart;
import dev.rctp.attest.Chains;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.gateway.enforce.HeadProofJson;
import dev.rctp.gateway.enforce.HeadProofs;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The marketplace's own export of a deal (REC-6), schema {@code record-bundle}: the chains of the listing, of the negotiation and of the deal with all that
 * they confide, the keys that signed them, and the proofs of their heads. Entries and openings are the very bytes that were hashed.
 */
public final class DealExport {

    private static final Logger LOG = LoggerFactory.getLogger(DealExport.class);
    private static final Pattern DEAL = Pattern.compile("dea_[a-z2-7]{26}");
    private static final int PAGE = 1000;

    private final Chains chains;
    private final HeadProofs proofs;
    private final List<ObjectNode> keys;
    private final @Nullable String logKey;

    /**
     * Joins the parts.
     *
     * @param keys the public JWKs of the gateway's profile, retired ones too
     * @param logKey what checkpoints are held against; null where no log is kept
     */
    public DealExport(Chains chains, HeadProofs proofs, List<ObjectNode> keys, @Nullable String logKey) {
        this.chains = chains;
        this.proofs = proofs;
        this.keys = List.copyOf(keys);
        this.logKey = logKey;
    }

    /** Answers what is asked of this place, {@code deals}, the deal and {@code record}, each decoded. */
    Reply handle(String method, List<String> place) {
        if (place.size() != 3 || !place.get(2).equals("record") || !method.equals("GET")) {
            return ManagementApi.notFound();
        }
        try {
            return DEAL.matcher(place.get(1)).matches() ? export(place.get(1)) : ManagementApi.notFound();
        } catch (LedgerUnavailableException | InvalidJsonException e) {
            LOG.atError().setCause(e).log("a deal can't be exported now");
            return ManagementApi.error(503, "enforcement_unavailable", "The record can't be read now.");
        }
    }

    private Reply export(String deal) throws LedgerUnavailableException, InvalidJsonException {
        Subject own = new Subject("deal", deal);
        Optional<ObjectNode> first = first(own);
        if (first.isEmpty()) {
            return ManagementApi.notFound();
        }
        JsonNode body = first.get().path("body");
        Subject listing = new Subject("listing", body.path("listing_id").stringValue());
        List<Subject> told = new ArrayList<>();
        first(listing)
                .map(entry -> entry.path("body").path("made_in"))
                .filter(JsonNode::isObject)
                .map(made -> new Subject(
                        made.path("type").stringValue(), made.path("id").stringValue()))
                .ifPresent(told::add);
        told.add(listing);
        told.add(new Subject("negotiation", body.path("negotiation").path("id").stringValue()));
        told.add(own);
        HttpFields fields = HttpFields.of("content-type", "application/json", "cache-control", "no-store");
        return new Reply(200, fields, dossier(told));
    }

    private Optional<ObjectNode> first(Subject subject) throws LedgerUnavailableException, InvalidJsonException {
        List<byte[]> entries = chains.entries(subject, 1, 1);
        return entries.isEmpty() ? Optional.empty() : Optional.of(StrictJson.parseObject(entries.getFirst()));
    }

    private byte[] dossier(List<Subject> told) throws LedgerUnavailableException {
        List<byte[]> each = new ArrayList<>();
        for (Subject subject : told) {
            byte[] chain = chain(subject);
            if (chain.length > 0) {
                each.add(chain);
            }
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        text(json, "{\"chains\":");
        array(json, each);
        text(json, ",\"keys\":");
        array(json, keys.stream().map(DealExport::utf8).toList());
        if (logKey != null) {
            text(json, ",\"log_key\":" + JsonNodeFactory.instance.stringNode(logKey));
        }
        text(json, "}");
        return json.toByteArray();
    }

    /** Nothing for a subject without entries: a listing that was never recorded. The proof is read first, so that the head it proves is among the entries. */
    private byte[] chain(Subject subject) throws LedgerUnavailableException {
        Optional<HeadProof> proof = proofs.of(subject);
        ChainPart all = all(subject);
        if (all.entries().isEmpty()) {
            return new byte[0];
        }
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        text(json, "{\"entries\":");
        array(json, all.entries());
        text(json, ",\"openings\":");
        array(json, all.openings());
        text(json, ",\"proofs\":");
        array(json, proof.map(HeadProofJson::of).map(DealExport::utf8).stream().toList());
        text(json, "}");
        return json.toByteArray();
    }

    private ChainPart all(Subject subject) throws LedgerUnavailableException {
        List<byte[]> entries = new ArrayList<>();
        List<byte[]> openings = new ArrayList<>();
        int came = PAGE;
        while (came == PAGE) {
            ChainPart part = chains.openPart(subject, entries.size() + 1L, PAGE);
            entries.addAll(part.entries());
            openings.addAll(part.openings());
            came = part.entries().size();
        }
        return new ChainPart(entries, openings);
    }

    private static void array(ByteArrayOutputStream json, List<byte[]> values) {
        json.write('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                json.write(',');
            }
            json.writeBytes(values.get(i));
        }
        json.write(']');
    }

    private static void text(ByteArrayOutputStream json, String text) {
        json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] utf8(JsonNode value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }
}
