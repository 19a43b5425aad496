package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One history of one listing: random moves through the gateway, each compared with the model. */
final class Walk {

    private static final Duration MARGIN = Duration.ofSeconds(4);
    private static final Duration TOKEN = Duration.ofMinutes(14);
    private static final String SELLER = "seller-ops-0";
    private static final List<String> BUYERS = List.of("buyer-ops-a-0", "buyer-ops-a-1", "buyer-ops-b-0");

    private final World world;
    private final Tables tables;
    private final Telling telling;
    private final Haggle haggle;
    private final Random random;
    private final WalkedListing model;
    private final AnsweredPrices prices = new AnsweredPrices();
    private final Map<String, Agent> agents = new HashMap<>();
    private final Map<String, String> checkouts = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private Instant granted;

    Walk(World world, Path state, Random random) throws Exception {
        this.world = world;
        this.tables = Tables.of(state);
        this.telling = Telling.of(world, state);
        this.random = random;
        Instant until = world.clock()
                .instant()
                .plus(Duration.ofDays(1 + random.nextInt(9)))
                .truncatedTo(ChronoUnit.SECONDS);
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) listing.path("terms")).put("available_until", until.toString());
        this.haggle = Haggle.of(world, listing);
        this.granted = world.clock().instant();
        this.model = new WalkedListing(Haggle.FLOOR, until);
        for (String name : BUYERS) {
            int dash = name.lastIndexOf('-');
            agents.put(name, world.agent(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1))));
        }
    }

    /** What was done so far, for whoever has to find a fault. */
    @Override
    public String toString() {
        return String.join("\n", told);
    }

    int moves() {
        return told.size();
    }

    void step() throws Exception {
        Instant now = settled();
        boolean veto = random.nextInt(6) == 0;
        switch (random.nextInt(13)) {
            case 0, 1, 2, 3 -> offer(veto, now);
            case 4, 5 -> counter(veto, now);
            case 6, 7 -> accept(veto);
            case 8 -> reprice(veto, now);
            case 9, 10 -> open(veto);
            case 11 -> told(now);
            default -> jump(now);
        }
        compare();
    }

    /** The time, when nothing ends within the next seconds: what a call finds must not depend on how long it takes. */
    private Instant settled() throws IOException, InterruptedException {
        Instant now = world.clock().instant();
        while (true) {
            Instant soon = now.plus(MARGIN.dividedBy(2));
            if (model.ends(now).stream().noneMatch(end -> end.isBefore(soon))) {
                break;
            }
            world.advance(MARGIN);
            now = world.clock().instant();
        }
        if (!now.isBefore(granted.plus(TOKEN))) {
            haggle.pass(Duration.ZERO);
            granted = now;
        }
        model.at(now);
        return now;
    }

    /** To just before the next end of something, to just after it, or anywhere. */
    private void jump(Instant now) throws IOException, InterruptedException {
        List<Instant> ends = model.ends(now);
        Duration step = Duration.ofMinutes(random.nextInt(60 * 30));
        if (!ends.isEmpty() && random.nextInt(4) > 0) {
            Duration next = Duration.between(now, ends.get(random.nextInt(ends.size())));
            step = random.nextBoolean() ? next.plusSeconds(1) : next.minus(MARGIN);
        }
        Duration whole = step.isNegative() ? Duration.ZERO : step.truncatedTo(ChronoUnit.SECONDS);
        told.add("jump " + whole);
        world.advance(whole);
    }

    private long amount() {
        return switch (random.nextInt(6)) {
            case 0 -> Haggle.FLOOR - 1L;
            case 1 -> Haggle.FLOOR;
            case 2 -> random.nextInt(Haggle.FLOOR);
            default -> Haggle.FLOOR + random.nextInt(20_000);
        };
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void plan(boolean veto, String path) throws IOException, InterruptedException {
        if (veto) {
            world.behave(path, 409, 0, 1);
        }
    }

    private void offer(boolean veto, Instant now) throws IOException, InterruptedException {
        String name = anyBuyer();
        long amount = amount();
        String supersedes = supersedes(name);
        Instant expiresAt =
                now.plus(Duration.ofMinutes(5 + random.nextInt(60 * 40))).truncatedTo(ChronoUnit.MILLIS);
        ObjectNode body = Haggle.proposal(amount).put("expires_at", expiresAt.toString());
        if (supersedes != null) {
            body.put("supersedes", supersedes);
        }
        String expected = model.offer(name, amount, supersedes, veto, now);
        plan(expected.equals("veto"), haggle.offers());
        Answer answer = haggle.offer(agent(name), body);
        tell(expected, answer, "offer %s %d replacing %s until %s".formatted(name, amount, supersedes, expiresAt));
        if (expected.equals("ok")) {
            model.offered(Haggle.id(answer), name, amount, supersedes, end(answer));
        }
        prices.buyers(name, amount, got(answer), now);
    }

    /** Now and then any offer, or one of this agent's negotiation that it may replace. */
    private @Nullable String supersedes(String name) {
        List<String> own = model.open().stream()
                .filter(id -> model.known(id).agent.equals(name))
                .toList();
        return switch (random.nextInt(5)) {
            case 0 -> anyOffer();
            case 1, 2 -> own.isEmpty() ? null : any(own);
            default -> null;
        };
    }

    private Agent agent(String name) {
        Agent agent = agents.get(name);
        if (agent == null) {
            throw new IllegalArgumentException(name);
        }
        return agent;
    }

    private static Instant end(Answer offer) {
        return Instant.parse(offer.json().path("expires_at").stringValue());
    }

    /** Mostly one that something can still be done with. */
    private @Nullable String anyOffer() {
        List<String> live = model.open();
        List<String> ids = live.isEmpty() || random.nextInt(4) == 0 ? List.copyOf(model.offers.keySet()) : live;
        return ids.isEmpty() ? null : any(ids);
    }

    /** Mostly the same one, so that it comes to the end of its budget. */
    private String anyBuyer() {
        return random.nextBoolean() ? BUYERS.getFirst() : any(BUYERS);
    }

    private void counter(boolean veto, Instant now) throws IOException, InterruptedException {
        String id = anyOffer();
        if (id == null) {
            return;
        }
        long amount = amount();
        String expected = model.counter(id, SELLER, amount, veto, now);
        plan(expected.equals("veto"), "/offers/" + id + "/counter");
        Answer answer = haggle.counter(id, amount);
        tell(expected, answer, "counter " + id + " " + amount);
        if (expected.equals("ok")) {
            model.countered(Haggle.id(answer), id, amount, end(answer));
        }
        prices.sellers(SELLER, got(answer), now);
    }

    private void accept(boolean veto) throws IOException, InterruptedException {
        String id = anyOffer();
        if (id == null) {
            return;
        }
        String expected = model.accept(id, veto);
        plan(expected.equals("veto"), "/offers/" + id + "/accept");
        Answer answer = haggle.accept(id);
        tell(expected, answer, "accept " + id);
        if (expected.equals("ok")) {
            Answer read = haggle.read(agent(model.known(id).agent), id, null);
            String checkout = read.json().path("checkout").stringValue();
            checkouts.put(id, checkout);
            Instant issued = Instant.ofEpochSecond(
                    CheckoutTest.part(checkout, 1).path("iat").longValue());
            assertThat(issued).isBetween(haggle.now().minusSeconds(3), haggle.now());
            model.accepted(id, issued);
        }
    }

    private void reprice(boolean veto, Instant now) throws IOException, InterruptedException {
        long amount = amount();
        String expected = model.reprice(SELLER, amount, veto, now);
        plan(expected.equals("veto"), "/listings/" + haggle.listing + "/reprice");
        Answer answer = haggle.reprice(amount);
        tell(expected, answer, "reprice " + amount);
        prices.sellers(SELLER, got(answer), now);
    }

    private void open(boolean veto) throws IOException, InterruptedException {
        if (checkouts.isEmpty()) {
            return;
        }
        String id = any(List.copyOf(new TreeMap<>(checkouts).keySet()));
        String name = random.nextInt(4) == 0 ? any(BUYERS) : model.known(id).agent;
        String expected = model.open(id, name, veto);
        plan(expected.equals("veto"), "/deals");
        Answer answer = haggle.open(agent(name), String.valueOf(checkouts.get(id)));
        tell(expected, answer, "open " + id + " by " + name);
        if (expected.equals("ok")) {
            model.opened(id, world.clock().instant());
        }
    }

    /** The marketplace tells of a withdrawal, or of the listing anew, now and then with another seller, who approves the same terms. */
    private void told(Instant now) throws Exception {
        if (random.nextInt(3) == 0) {
            told.add("withdraw");
            assertThat(telling.delete(haggle.listing).statusCode()).isEqualTo(204);
            model.withdrawn();
            return;
        }
        boolean another = random.nextBoolean();
        String seller = another ? haggle.sub + "-next" : haggle.sub;
        boolean can = model.told(another, now);
        told.add("told of, " + (another ? "with another seller" : "anew") + ": " + (can ? "ok" : "listing_closed"));
        assertThat(telling.put(haggle.listing, seller, Haggle.PRICE, "EUR").statusCode())
                .as("LST-9")
                .isEqualTo(can ? 200 : 409);
        if (can) {
            tables.approveAgain(haggle.listing);
            haggle.goesOnWith(seller);
        }
    }

    private static String got(Answer answer) {
        String decision = answer.decision();
        return decision.startsWith("forbid")
                ? decision.substring(decision.lastIndexOf("reason=") + 7)
                : answer.status() == 409 ? "veto" : "ok";
    }

    private void tell(String expected, Answer answer, String move) {
        told.add(move + ": " + expected);
        assertThat(got(answer)).as("the answer to '%s'", move).isEqualTo(expected);
    }

    private void compare() throws IOException, InterruptedException {
        Instant now = settled();
        Map<String, String> shown = new TreeMap<>();
        for (JsonNode offer : haggle.shown()) {
            shown.put(
                    offer.path("offer_id").stringValue(),
                    "%s %d %s"
                            .formatted(
                                    offer.path("by").stringValue(),
                                    offer.path("deal_terms")
                                            .path("price")
                                            .path("amount")
                                            .longValue(),
                                    offer.path("state").stringValue()));
        }
        assertThat(shown).as("OFF-7, OFF-8: states and terms").isEqualTo(model.shown());
        assertThat(model.holds()).as("OFF-8: one reservation").isLessThan(2);
        assertThat(model.isSold()
                        && shown.values().stream()
                                .anyMatch(offer -> offer.endsWith(" open") || offer.endsWith(" countered")))
                .as("OFF-7: something open after the sale")
                .isFalse();
        prices.withinBudgets(now);
    }
}
