package dev.rctp.attest.verify;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks a marketplace's export offline (REC-6): {@code {"chains": [{"entries", "openings", "receipts"?, "proofs"?}], "keys", "log_key"?}}, each chain
 * as a bundle of its own, and that they are the chains of one deal, which goes on where its negotiation had come to (REC-2). Safe for
 * concurrent use.
 */
public final class DossierVerifier {

    private static final Set<String> MEMBERS = Set.of("chains", "keys", "log_key");
    private static final Set<String> OF_CHAIN = Set.of("entries", "openings", "receipts", "proofs");

    private final RecordVerifier records;

    /** Needs what {@link RecordVerifier} does. */
    public DossierVerifier(Registries registries) {
        this.records = new RecordVerifier(registries);
    }

    /** Checks the file with the keys it holds: who reads the report compares their {@code keyIds} with the gateway's profile. */
    public DossierReport verify(byte[] file) {
        return verify(file, Kept.NOTHING);
    }

    /** Checks the file against what its reader has of their own of any of its chains; what is of other chains says nothing of it. */
    public DossierReport verify(byte[] file, Kept kept) {
        try {
            return verify(StrictJson.parseObject(file), kept);
        } catch (InvalidJsonException e) {
            return new DossierReport(List.of(), "a file that is not I-JSON: " + e.getMessage());
        }
    }

    /** The same of the file as it was parsed, in which the keys that the reader has take the place of its own. */
    public DossierReport verify(ObjectNode dossier, Kept kept) {
        List<DossierReport.Chain> chains = new ArrayList<>();
        try {
            JsonNode keys = kept.keys();
            if (keys != null) {
                dossier.set("keys", keys);
            }
            shape(dossier);
            Map<String, JsonNode> bySubject = new HashMap<>();
            for (JsonNode chain : dossier.path("chains")) {
                String subject = subject(chain);
                Kept ofChain = kept.of(chain.path("entries").path(0).path("subject"));
                chains.add(new DossierReport.Chain(subject, records.verify(bundle(dossier, chain), ofChain)));
                Fault.unless(bySubject.put(subject, chain) == null, "a chain that is given twice");
            }
            OneDeal.check(bySubject);
            oneCheckpoint(dossier);
            return new DossierReport(chains, null);
        } catch (Fault e) {
            return new DossierReport(chains, e.sentence());
        }
    }

    private static void shape(ObjectNode dossier) throws Fault {
        Set<String> names = new TreeSet<>(dossier.propertyNames());
        Fault.unless(MEMBERS.containsAll(names), "a file with members that are not known");
        Fault.unless(
                dossier.path("chains").isArray() && !dossier.path("chains").isEmpty(),
                "a file without a list of chains");
        Fault.unless(dossier.path("keys").isArray(), "a file without a list of keys");
        for (JsonNode chain : dossier.path("chains")) {
            Fault.unless(
                    chain.isObject() && OF_CHAIN.containsAll(chain.propertyNames()),
                    "a chain with members that are not known");
        }
    }

    private static ObjectNode bundle(ObjectNode dossier, JsonNode chain) {
        ObjectNode bundle = ((ObjectNode) chain).objectNode();
        bundle.setAll((ObjectNode) chain);
        bundle.set("keys", dossier.path("keys"));
        if (dossier.has("log_key")) {
            bundle.set("log_key", dossier.path("log_key"));
        }
        return bundle;
    }

    private static String subject(JsonNode chain) {
        return name(chain.path("entries").path(0).path("subject"));
    }

    private static String name(JsonNode subject) {
        return subject.path("type").asString("") + "/" + subject.path("id").asString("");
    }

    /** The heads were taken at one time: with others a chain could be an older state of itself than the rest. */
    private static void oneCheckpoint(ObjectNode dossier) throws Fault {
        Set<String> checkpoints = new TreeSet<>();
        for (JsonNode chain : dossier.path("chains")) {
            for (JsonNode proof : chain.path("proofs")) {
                checkpoints.add(proof.path("checkpoint").asString(""));
            }
        }
        Fault.unless(checkpoints.size() <= 1, "a file whose signed heads are of several checkpoints");
    }
}
