package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** What the gateway does, told call by call: one good call, everything that must not pass, a bargain, two deals to their ends, and the record of it all. */
public final class Story {

    private static final String ANSWER_BUYER = "dev.rctp.listing:answer_buyer";
    private static final String REPRICE = "dev.rctp.listing:reprice";
    private static final String TEXT = "{\"text\":\"Yes, it is still available.\"}";

    private final World world;
    private final Cryptography cryptography;
    private final Narrator narrator;
    private final Agent seller;
    private final JsonNode listing;

    /** Gets to know the sandbox; each step is told to the listener as it happens. */
    public Story(World world, Cryptography cryptography, Consumer<Step> listener)
            throws IOException, InterruptedException {
        this.world = world;
        this.cryptography = cryptography;
        this.narrator = new Narrator(world, cryptography, listener);
        this.seller = world.agent("seller-ops", 0);
        this.listing = world.listings().getFirst();
    }

    /** Tells it; true if every step did what it should. */
    public boolean tell() throws IOException, InterruptedException {
        World.Granted grant = world.grant(sub(), seller, List.of(ANSWER_BUYER), Map.of(ANSWER_BUYER, "auto"));

        String key = Agent.newKey();
        Answer good = seller.call("POST", answers(), grant.token(), TEXT, key);
        narrator.expect("A seller's agent answers a buyer", 200, "auto", good);

        byte[] sent = TEXT.getBytes(StandardCharsets.UTF_8);
        byte[] tampered = TEXT.replace("Yes", "No!").getBytes(StandardCharsets.UTF_8);
        HttpFields signed = seller.sign("POST", answers(), grant.token(), sent, Agent.newKey());
        narrator.expect(
                "The body is changed after signing",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=signature_invalid",
                seller.send("POST", answers(), signed, tampered));

        narrator.expect(
                "Another key signs under the agent's name",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=signature_invalid",
                seller.send("POST", answers(), forged(grant, sent), sent));

        Agent stranger = world.stranger("https://stranger.example/.well-known/ucp");
        narrator.expect(
                "An operator that nobody has onboarded",
                401,
                "forbid;action=\"listing.answer_buyer\";reason=operator_unknown",
                stranger.call("POST", answers(), grant.token(), TEXT));

        World.Granted other = world.grant(sub(), seller, List.of(REPRICE), Map.of(REPRICE, "ask"));
        narrator.expect(
                "The grant does not cover the verb",
                403,
                "forbid;action=\"listing.answer_buyer\";reason=action_forbidden",
                seller.call("POST", answers(), other.token(), TEXT));

        narrator.expect(
                "Changing the seller's account is never allowed",
                403,
                "forbid;action=\"account.update\";reason=action_forbidden",
                seller.call("PATCH", "/account", grant.token(), "{\"email\":\"new@example.com\"}"));

        replay(grant, key, good);
        revokeBetweenTwoCalls();
        String record = "listing/" + listing.path("listing_id").asString();
        narrator.verify(
                "The listing's record is verified, offline, against the receipts", record, seller, grant.token());
        new Bargain(world, narrator).tell();
        new Approval(world, cryptography, narrator, seller).tell();
        new Refund(world, narrator).tell();
        narrator.verifyAll(world);
        return narrator.allPassed();
    }

    private void replay(World.Granted grant, String key, Answer first) throws IOException, InterruptedException {
        int before = world.forwarded().size();
        Answer again = seller.call("POST", answers(), grant.token(), TEXT, key);
        boolean sameEffect = world.forwarded().size() == before;
        boolean same = again.replayed() && again.receipt().equals(first.receipt()) && sameEffect;
        narrator.expect("The same call again: the same answer, no second effect", 200, "auto", again, same);
    }

    private void revokeBetweenTwoCalls() throws IOException, InterruptedException {
        World.Granted grant = world.grant(sub(), seller, List.of(ANSWER_BUYER), Map.of(ANSWER_BUYER, "auto"));
        Answer before = seller.call("POST", answers(), grant.token(), TEXT);
        narrator.expect("A call under a second grant", 200, "auto", before);
        world.revoke(grant);
        narrator.expect(
                "The seller revokes it; the next call",
                403,
                "forbid;action=\"listing.answer_buyer\";reason=grant_revoked",
                seller.call("POST", answers(), grant.token(), TEXT));
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
}
