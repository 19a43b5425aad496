package dev.rctp.attest.verify;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** That the chains of a file are those of one deal, each named by another, none missing and none besides (REC-2, REC-6). */
final class OneDeal {

    private final Map<String, JsonNode> chains;
    private final Set<String> belonging = new TreeSet<>();

    private OneDeal(Map<String, JsonNode> chains) {
        this.chains = chains;
    }

    /** Checks the chains, by {@code <type>/<id>}. */
    static void check(Map<String, JsonNode> chains) throws Fault {
        OneDeal file = new OneDeal(chains);
        List<String> deals = chains.keySet().stream()
                .filter(subject -> subject.startsWith("deal/"))
                .toList();
        Fault.unless(!deals.isEmpty(), "a file without a deal");
        Fault.unless(deals.size() == 1, "a file of several deals");
        file.deal(first(file.named(deals.getFirst(), "a file without a deal")));
        for (String subject : chains.keySet()) {
            Fault.unless(file.belonging.contains(subject), "a file with " + subject + ", which is not of its deal");
        }
    }

    private void deal(JsonNode opened) throws Fault {
        begins(opened.path("body").path("negotiation"));
        String listing = "listing/" + opened.path("body").path("listing_id").asString("");
        JsonNode made = first(named(listing, "a deal whose listing is not here"))
                .path("body")
                .path("made_in");
        if (made.isObject()) {
            String before =
                    made.path("type").asString("") + "/" + made.path("id").asString("");
            named(before, "a listing of which what it was made in is not here");
        }
    }

    /** A deal's first entry names the head of its negotiation: number and hash (REC-2). */
    private void begins(JsonNode named) throws Fault {
        JsonNode negotiation =
                named("negotiation/" + named.path("id").asString(""), "a deal whose negotiation is not here");
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

    private JsonNode named(String subject, String missing) throws Fault {
        JsonNode chain = chains.get(subject);
        if (chain == null) {
            throw new Fault(missing);
        }
        belonging.add(subject);
        return chain;
    }

    private static JsonNode first(JsonNode chain) {
        return chain.path("entries").path(0);
    }
}
