package dev.rctp.gateway.faults;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An agent with a seller's grant, answering buyers' questions on that seller's first listing. */
record Caller(Agent agent, String listing, String sub, String token) {

    private static final String SCOPE = "dev.rctp.listing:answer_buyer";

    /**
     * A call and what came of it.
     *
     * @param marker a text that stands in its body and nowhere else
     * @param answer null where the connection broke before there was one
     * @param took until the answer or the break
     */
    record Attempt(
            Caller caller,
            String key,
            String marker,
            @Nullable Answer answer,
            Duration took) {

        /** The status; 0 without an answer. */
        int status() {
            return answer == null ? 0 : answer.status();
        }

        /** The same call as another caller with the same key would make it. */
        Attempt by(Caller other) {
            return new Attempt(other, key, marker, answer, took);
        }

        /** The answer, where there is one. */
        Answer given() {
            return Objects.requireNonNull(answer, "no answer");
        }
    }

    /** The agents of the seller's operator, each with a grant of its own, calling this gateway. */
    static List<Caller> all(Surroundings around, URI gateway) throws IOException, InterruptedException {
        List<Caller> callers = new ArrayList<>();
        for (Agent agent : around.agents("seller-ops", gateway)) {
            callers.add(of(around.world(), agent));
        }
        return callers;
    }

    /** One agent of the seller's operator, with the sandbox's clock and a new grant. */
    static Caller of(World world) throws IOException, InterruptedException {
        return of(world, world.agent("seller-ops", 0));
    }

    private static Caller of(World world, Agent agent) throws IOException, InterruptedException {
        JsonNode listing = world.listings().getFirst();
        String sub = listing.path("seller").asString();
        World.Granted grant = world.grant(sub, agent, List.of(SCOPE), Map.of(SCOPE, "auto"));
        return new Caller(agent, listing.path("listing_id").asString(), sub, grant.token());
    }

    String target() {
        return "/listings/" + listing + "/answers";
    }

    /** A call with a new Idempotency-Key. */
    Attempt call() throws InterruptedException {
        return repeat(planned());
    }

    /** A call that is still to be made, by {@link #repeat}. */
    Attempt planned() {
        return new Attempt(this, Agent.newKey(), "m-" + UUID.randomUUID(), null, Duration.ZERO);
    }

    /** The same call again. */
    Attempt repeat(Attempt earlier) throws InterruptedException {
        long begun = System.nanoTime();
        Answer answer;
        try {
            answer = agent.call("POST", target(), token, "{\"text\":\"" + earlier.marker() + "\"}", earlier.key());
        } catch (IOException e) {
            answer = null;
        }
        return new Attempt(this, earlier.key(), earlier.marker(), answer, Duration.ofNanos(System.nanoTime() - begun));
    }
}
