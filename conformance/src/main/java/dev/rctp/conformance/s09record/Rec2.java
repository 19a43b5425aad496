package dev.rctp.conformance.s09record;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s08deals.DealEvent;
import dev.rctp.conformance.s08deals.Jws;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.GatewayProfile;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** REC-2: what an entry is, and how entries hang together. */
public final class Rec2 implements Section {

    private static final String MILLISECONDS = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @Override
    public void register(Suite suite) {
        suite.test(
                "REC-2.1",
                t -> eachChain(t, chain -> {
                    for (int n = 0; n < chain.entries().size(); n++) {
                        t.equal(n + 1L, Chain.seq(chain.entries().get(n)), "`seq` of entry " + (n + 1));
                    }
                }));
        suite.test(
                "REC-2.2",
                t -> eachChain(t, chain -> {
                    for (int n = 1; n < chain.entries().size(); n++) {
                        t.equal(
                                Chain.hash(t, chain.entries().get(n - 1)),
                                chain.entries().get(n).path("prev_hash").asString(""),
                                "`prev_hash` of entry " + (n + 1));
                    }
                }));
        suite.test(
                "REC-2.3",
                t -> eachChain(
                        t,
                        chain -> t.equal(
                                Sha256.text(CanonicalJson.bytes(chain.subject())),
                                chain.entries().getFirst().path("prev_hash").asString(""),
                                "`prev_hash` of the first entry")));
        suite.test(
                "REC-2.4",
                t -> eachEntry(
                        t,
                        (chain, entry) -> t.that(
                                entry.path("at").asString("").matches(MILLISECONDS),
                                "`at` was to be RFC 3339 in UTC with milliseconds, not " + entry.path("at"))));
        suite.test("REC-2.5", Rec2::signed);
        suite.test(
                "REC-2.6",
                t -> eachEntry(
                        t,
                        (chain, entry) -> t.equal(
                                "rctp-attestation+jwt",
                                Jws.part(jws(entry), 0).path("typ").asString(""),
                                "`typ` of an entry's `jws`")));
        suite.test(
                "REC-2.7",
                t -> eachEntry(
                        t,
                        (chain, entry) -> t.equal(
                                t.said(without(t, entry, "jws"), "An entry").canonical(),
                                payload(t, jws(entry)),
                                "The payload of an entry's `jws`")));
        suite.test("REC-2.8", Rec2::partysJws);
        suite.test("REC-2.9", Rec2::partysKey);
        suite.test("REC-2.10", Rec2::headOfNegotiation);
    }

    /** Judges a chain. */
    @FunctionalInterface
    private interface OfChain {
        void judge(Chain chain);
    }

    private static void eachChain(Trial t, OfChain judge) {
        for (Chain chain : Story.paid(t).chains()) {
            t.blockedUnless(chain.entries().size() > 0, "The " + chain.type() + "'s record has no entry.");
            judge.judge(chain);
        }
    }

    private static void eachEntry(Trial t, BiConsumer<Chain, JsonNode> judge) {
        eachChain(t, chain -> chain.entries().forEach(entry -> judge.accept(chain, entry)));
    }

    private static void signed(Trial t) {
        GatewayProfile keys = t.scene().gatewayProfile();
        eachEntry(t, (chain, entry) -> {
            String jws = jws(entry);
            String kid = Jws.part(jws, 0).path("kid").asString("");
            VerificationKey key = keys.find(kid);
            t.that(key != null, "The `kid` of an entry's `jws` was to be a key of the gateway's profile, not " + kid);
            int end = jws.lastIndexOf('.');
            byte[] signature = t.said(jws.substring(end + 1), "The signature of an entry's `jws`")
                    .base64Url();
            t.that(
                    key != null
                            && key.verify(
                                    jws.substring(0, Math.max(0, end)).getBytes(StandardCharsets.US_ASCII), signature),
                    "The `jws` of entry " + Chain.seq(entry) + " of the " + chain.type() + " was to verify.");
        });
    }

    private static void partysJws(Trial t) {
        Story story = Story.opened(t);
        Agent holder = t.scene().holder();
        String jws = story.tested().event("funds_held").jws();
        t.control(story.tested().call(holder, jws), 201);
        t.that(
                Chain.holds(bodies(story.dealt().entries()), jws),
                "An entry of the deal was to hold the party's JWS, octet for octet.");
    }

    private static void partysKey(Trial t) {
        Story story = Story.opened(t);
        DealEvent event = story.tested().event("funds_held");
        story.tested().happened(event);
        ObjectNode key = event.signer().key().publicJwk();
        boolean there = story.dealt().entries().stream()
                .filter(entry -> Jws.claim(entry, "jti").equals(event.jti()))
                .flatMap(entry -> entry.path("body").findParents("kty").stream())
                .anyMatch(jwk ->
                        jwk.path("x").equals(key.path("x")) && jwk.path("y").equals(key.path("y")));
        t.that(there, "The event's entry was to hold the JWK that signed it.");
    }

    private static void headOfNegotiation(Trial t) {
        var offer = t.scene().accepted(t.scene().offered());
        Chain before = Chain.read(t, t.scene().buyer(), "negotiation", offer.negotiation());
        t.blockedUnless(!before.entries().isEmpty(), "The negotiation's record has no entry.");
        long head = Chain.seq(before.entries().getLast());
        var deal = t.scene().opened(offer);
        Chain negotiation = Chain.read(t, t.scene().buyer(), "negotiation", offer.negotiation());
        List<JsonNode> first = Chain.read(t, t.scene().buyer(), "deal", deal.id()).entries().stream()
                .limit(1)
                .toList();
        t.blockedUnless(!first.isEmpty(), "The deal's record has no entry.");
        t.that(
                negotiation.entries().stream()
                        .filter(entry -> Chain.seq(entry) >= head)
                        .anyMatch(entry -> Chain.holdsHash(bodies(first), Chain.hash(t, entry))),
                "The deal's first entry was to have the hash of its negotiation's head.");
    }

    private static List<JsonNode> bodies(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("body")).toList();
    }

    private static String jws(JsonNode entry) {
        return entry.path("jws").asString("");
    }

    private static String payload(Trial t, String jws) {
        String[] parts = jws.split("\\.", -1);
        t.that(parts.length == 3, "An entry's `jws` was to be a compact JWS, not " + jws);
        byte[] octets = t.said(parts[1], "The payload of an entry's `jws`").base64Url();
        return new String(octets, StandardCharsets.UTF_8);
    }

    private static JsonNode without(Trial t, JsonNode entry, String member) {
        ObjectNode copy = t.said(entry, "An entry").object().deepCopy();
        copy.remove(member);
        return copy;
    }
}
