package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Handler;
import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** The marketplace behind the gateway: it takes any call and keeps all that came (PRX-1). */
public final class MarketplaceHost implements AutoCloseable {

    private record Plan(String name, int rank, Predicate<Received> meant, Behaviour behaviour, AtomicInteger left) {

        boolean take() {
            return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
        }
    }

    private final HttpHost host;
    private final String base;
    private final OrdinaryMarketplace ordinary;
    private final Queue<Received> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Received> heads = new ConcurrentLinkedQueue<>();
    private final List<Plan> plans = new CopyOnWriteArrayList<>();

    /**
     * Listens at the place.
     *
     * @param createsListing which requests it answers with a new listing
     */
    public MarketplaceHost(
            Place place, Predicate<Received> createsListing, InstantSource clock, RandomGenerator random) {
        this.ordinary = new OrdinaryMarketplace(createsListing, new RandomText(random));
        this.host = place.listen(clock);
        this.base = place.base(host);
        host.serve(new Door());
    }

    /** Its base URL. */
    public String base() {
        return base;
    }

    /** An id for a listing that it knows and the gateway does not (LST-6). */
    public String newListingId() {
        return ordinary.newListingId();
    }

    /** All requests whose target holds this text, in the order they came. */
    public List<Received> requests(String fragment) {
        return requestsBy(request -> request.target().contains(fragment));
    }

    /** The heads of all requests whose target holds this text, also of those whose body has not ended (PRX-4). */
    public List<Received> heads(String fragment) {
        return heads.stream().filter(head -> head.target().contains(fragment)).toList();
    }

    /** All requests that pass the filter, in the order they came. */
    public List<Received> requestsBy(Predicate<Received> filter) {
        return requests.stream().filter(filter).toList();
    }

    /** How often connections were opened to it. */
    public long connections() {
        return host.connections();
    }

    /** Plans the answers to requests whose target holds this text; the longest text wins, then the latest plan. */
    public void behave(String fragment, Behaviour behaviour) {
        plan(fragment, fragment.length(), request -> request.target().contains(fragment), behaviour);
    }

    /** Plans the answers to requests that pass the filter, before those planned by text; the name is to forget it by. */
    public void behave(String name, Predicate<Received> filter, Behaviour behaviour) {
        plan(name, Integer.MAX_VALUE, filter, behaviour);
    }

    /** Drops the plans of this text or name. */
    public void forget(String fragment) {
        plans.removeIf(plan -> plan.name().equals(fragment));
    }

    /** What it would answer without a plan. */
    public Reply ordinaryAnswer(Received request) {
        return ordinary.answer(request);
    }

    @Override
    public void close() {
        host.close();
    }

    private void plan(String name, int rank, Predicate<Received> meant, Behaviour behaviour) {
        plans.addFirst(new Plan(name, rank, meant, behaviour, new AtomicInteger(behaviour.times())));
    }

    private Reply answer(Received request) {
        requests.add(request);
        return plans.stream()
                .filter(plan -> plan.meant().test(request))
                .sorted(Comparator.comparingInt(Plan::rank).reversed())
                .filter(Plan::take)
                .findFirst()
                .map(plan -> plan.behaviour().answer().apply(request))
                .orElseGet(() -> ordinary.answer(request));
    }

    private final class Door implements Handler {

        @Override
        public Reply handle(Received request) {
            return answer(request);
        }

        @Override
        public void arriving(Received withoutBody) {
            heads.add(withoutBody);
        }
    }
}
