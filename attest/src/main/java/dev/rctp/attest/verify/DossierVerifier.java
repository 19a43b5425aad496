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
 * as a bundle of its own, and that a deal's chain goes on where that of its negotiation, which must be there, had come to (REC-2). Safe for
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
        List<DossierReport.Chain> chains = new ArrayList<>();
        try {
            ObjectNode dossier = StrictJson.parseObject(file);
            shape(dossier);
            Map<String, JsonNode> bySubject = new HashMap<>();
            for (JsonNode chain : dossier.path("chains")) {
                String subject = subject(chain);
                chains.add(
                        new DossierReport.Chain(subject, records.verify(bundle(dossier, chain), dossier.path("keys"))));
                Fault.unless(bySubject.put(subject, chain) == null, "a chain that is given twice");
            }
            for (JsonNode chain : dossier.path("chains")) {
                begins(chain.path("entries").path(0), bySubject);
            }
            return new DossierReport(chains, null);
        } catch (InvalidJsonException e) {
            return new DossierReport(chains, "a file that is not I-JSON: " + e.getMessage());
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
        JsonNode subject = chain.path("entries").path(0).path("subject");
        return subject.path("type").asString("") + "/" + subject.path("id").asString("");
    }

    /** A deal's first entry names the head of its negotiation: number and hash (REC-2). */
    private static void begins(JsonNode first, Map<String, JsonNode> bySubject) throws Fault {
        if (!first.path("subject").path("type").asString("").equals("deal")) {
            return;
        }
        JsonNode named = first.path("body").path("negotiation");
        JsonNode negotiation = bySubject.get("negotiation/" + named.path("id").asString(""));
        if (negotiation == null) {
            throw new Fault("a deal whose negotiation is not here");
        }
        for (JsonNode entry : negotiation.path("entries")) {
            if (entry.path("seq").equals(named.path("seq"))) {
                Fault.unless(
                        Canonical.hash(entry).equals(named.path("hash").asString("")),
                        "a deal that names another negotiation than the one that is here");
                return;
            }
        }
        throw new Fault("a deal that names an entry of its negotiation which is not here");
    }
}
