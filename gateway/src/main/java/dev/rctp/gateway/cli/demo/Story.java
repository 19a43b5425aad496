package dev.rctp.gateway.cli.demo;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.ReportText;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the gateway does, told call by call: one good call, everything that must not pass, and the record of it all. */
public final class Story {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ANSWER_BUYER = "dev.rctp.listing:answer_buyer";
    private static final String REPRICE = "dev.rctp.listing:reprice";
    private static final String TEXT = "{\"text\":\"Yes, it is still available.\"}";

    private final World world;
    private final Consumer<Step> listener;
    private final ResponseVerifier answers;
    private final JsonNode gatewayKeys;
    private final Agent seller;
    private final JsonNode listing;
    private final List<ObjectNode> receipts = new ArrayList<>();
    private boolean allPassed = true;

    /** Gets to know the sandbox; each step is told to the listener as it happens. */
    public Story(World world, Cryptography cryptography, Consumer<Step> listener)
            throws IOException, InterruptedException {
        this.world = world;
        this.listener = listener;
        this.gatewayKeys = world.get(world.address("gateway_profile")).path("keys");
        this.answers = new ResponseVerifier(keys(cryptography), Freshness.STRICT, world.clock());
        this.seller = world.agent("seller-ops", 0);
        this.listing = world.listings().getFirst();
    }

    /** Tells it; true if every step did what it should. */
    public boolean tell() throws IOException, InterruptedException {
        World.Granted grant = world.grant(sub(), seller, List.of(ANSWER_BUYER), Map.of(ANSWER_BUYER, "auto"));

        String key = Agent.newKey();
        Answer good = seller.call("POST", answers(), grant.token(), TEXT, key);
        expect("A seller's agent answers a buyer", 200, "auto", good);

        byte[] sent = TEXT.getBytes(StandardCharsets.UTF_8);
        byte[] tampered = TEXT.replace("Yes", "No!").getBytes(StandardCharsets.UTF_8);
        HttpFields signed = seller.sign("POST", answers(), grant.token(), sent, Agent.newKey());
        expect(
                "The body is changed after signing",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=signature_invalid",
                seller.send("POST", answers(), signed, tampered));

        expect(
                "Another key signs under the agent's name",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=signature_invalid",
                seller.send("POST", answers(), forged(grant, sent), sent));

        Agent stranger = world.stranger("https://stranger.example/.well-known/ucp");
        expect(
                "An operator that nobody has onboarded",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=operator_unknown",
                stranger.call("POST", answers(), grant.token(), TEXT));

        World.Granted other = world.grant(sub(), seller, List.of(REPRICE), Map.of(REPRICE, "ask"));
        expect(
                "The grant does not cover the verb",
                403,
                "forbid;action=\"listing.answer_buyer\";reason=action_forbidden",
                seller.call("POST", answers(), other.token(), TEXT));

        expect(
                "Changing the seller's account is never allowed",
                403,
                "forbid;action=\"account.update\";reason=action_forbidden",
                seller.call("PATCH", "/account", grant.token(), "{\"email\":\"new@example.com\"}"));

        replay(grant, key, good);
        revokeBetweenTwoCalls();
        verifyRecord(grant.token());
        return allPassed;
    }

    private void replay(World.Granted grant, String key, Answer first) throws IOException, InterruptedException {
        int before = world.forwarded().size();
        Answer again = seller.call("POST", answers(), grant.token(), TEXT, key);
        boolean sameEffect = world.forwarded().size() == before;
        boolean same = again.replayed() && again.receipt().equals(first.receipt()) && sameEffect;
        expect("The same call again: the same answer, no second effect", 200, "auto", again, same);
    }

    private void revokeBetweenTwoCalls() throws IOException, InterruptedException {
        World.Granted grant = world.grant(sub(), seller, List.of(ANSWER_BUYER), Map.of(ANSWER_BUYER, "auto"));
        Answer before = seller.call("POST", answers(), grant.token(), TEXT);
        expect("A call under a second grant", 200, "auto", before);
        world.revoke(grant);
        expect(
                "The seller revokes it; the next call",
                403,
                "forbid;action=\"listing.answer_buyer\";reason=grant_revoked",
                seller.call("POST", answers(), grant.token(), TEXT));
    }

    private void verifyRecord(String token) throws IOException, InterruptedException {
        Answer read =
                seller.read("/records/listing/" + listing.path("listing_id").asString(), token);
        ObjectNode bundle = (ObjectNode) read.json();
        bundle.set("keys", gatewayKeys);
        bundle.putArray("receipts").addAll(receipts);
        RecordReport report = new RecordVerifier(Registries.load().schemas()).verify(JSON.writeValueAsBytes(bundle));
        tell(new Step(
                "The listing's record is verified, offline, against the receipts",
                "intact and complete",
                String.join("; ", ReportText.lines(report)).replaceAll(" +", " "),
                read.status() == 200 && report.passed()));
    }

    private void expect(String title, int status, String decision, Answer answer) {
        expect(title, status, decision, answer, true);
    }

    private void expect(String title, int status, String decision, Answer answer, boolean also) {
        ResponseMessage response = new ResponseMessage(answer.status(), answer.fields());
        boolean signed = answers.verify(response, answer.body(), answer.request()) instanceof ValidSignature;
        if (!answer.receipt().isEmpty() && !answer.replayed()) {
            receipts.add(Receipt.parse(answer.receipt()).orElseThrow().toJson());
        }
        boolean passed = answer.status() == status && answer.decision().equals(decision) && signed && also;
        String got = answer.status() + " " + answer.decision() + (signed ? "" : " (answer not signed)");
        tell(new Step(title, status + " " + decision, got, passed));
    }

    private void tell(Step step) {
        allPassed &= step.passed();
        listener.accept(step);
    }

    private HttpFields forged(World.Granted grant, byte[] body) {
        Agent other = world.agent("buyer-ops-a", 0);
        HttpFields theirs = other.sign("POST", answers(), grant.token(), body, Agent.newKey());
        String input = theirs.combined("signature-input").orElseThrow().replace(other.jkt(), seller.jkt());
        String profile = "profile=\"" + seller.profile() + "\"";
        return theirs.toBuilder()
                .set("signature-input", input)
                .set("ucp-agent", profile)
                .build();
    }

    private String sub() {
        return listing.path("seller").asString();
    }

    private String answers() {
        return "/listings/" + listing.path("listing_id").asString() + "/answers";
    }

    private KeyLookup keys(Cryptography cryptography) {
        List<VerificationKey> keys = new ArrayList<>();
        for (JsonNode jwk : gatewayKeys) {
            try {
                keys.add(cryptography.verificationKey(jwk));
            } catch (MalformedKeyException e) {
                throw new IllegalStateException("the gateway's profile has a malformed key", e);
            }
        }
        return KeyLookup.of(keys.toArray(VerificationKey[]::new));
    }
}
