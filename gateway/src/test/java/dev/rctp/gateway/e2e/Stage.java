package dev.rctp.gateway.e2e;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What most tests begin with: a listing with approved terms, its seller's agent, and a grant for it. */
final class Stage {

    static final String SCOPE = "dev.rctp.listing:answer_buyer";
    static final String TEXT = "{\"text\":\"It is.\"}";

    final World world;
    final Agent agent;
    final String listing;
    final String sub;
    final World.Granted grant;

    private Stage(World world, Agent agent, String listing, String sub, World.Granted grant) {
        this.world = world;
        this.agent = agent;
        this.listing = listing;
        this.sub = sub;
        this.grant = grant;
    }

    static Stage of(World world) throws IOException, InterruptedException {
        return of(world, Map.of(SCOPE, "auto"));
    }

    static Stage of(World world, Map<String, String> tiers) throws IOException, InterruptedException {
        JsonNode listing = world.listings().getFirst();
        String sub = listing.path("seller").asString();
        Agent agent = world.agent("seller-ops", 0);
        World.Granted grant = world.grant(sub, agent, List.of(SCOPE), tiers);
        return new Stage(world, agent, listing.path("listing_id").asString(), sub, grant);
    }

    String answers() {
        return "/listings/" + listing + "/answers";
    }

    Answer answer() throws IOException, InterruptedException {
        return agent.call("POST", answers(), grant.token(), TEXT);
    }

    Answer answer(String body, String idempotencyKey) throws IOException, InterruptedException {
        return agent.call("POST", answers(), grant.token(), body, idempotencyKey);
    }

    /** The requests that the marketplace got for calls with this text in their body. */
    List<JsonNode> forwarded(String marker) throws IOException, InterruptedException {
        return world.forwarded().stream()
                .filter(request -> request.path("body").asString().contains(marker))
                .toList();
    }
}
