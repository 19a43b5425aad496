package dev.rctp.gateway.sandbox.authserver;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;

/** TEST ONLY: the requests that wait on a consent page, each under the secret ticket of its page, for 10 minutes. */
final class ShownRequests {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** What a ticket stands for. */
    sealed interface Shown permits Waiting, Answered, TooOld {}

    /** A request that nobody decided yet. */
    record Waiting(AuthorizationRequest request, Instant shownAt) implements Shown {}

    /** One that was decided. */
    record Answered(Instant shownAt) implements Shown {}

    /** One that waited too long, or none at all. */
    record TooOld() implements Shown {}

    private final InstantSource clock;
    private final Secrets secrets;
    private final ConcurrentHashMap<String, Shown> byTicket = new ConcurrentHashMap<>();

    ShownRequests(InstantSource clock, Secrets secrets) {
        this.clock = clock;
        this.secrets = secrets;
    }

    /** The ticket for a fresh page. */
    String add(AuthorizationRequest request) {
        byTicket.values().removeIf(this::isOver);
        String ticket = secrets.next();
        byTicket.put(Secrets.hash(ticket), new Waiting(request, clock.instant()));
        return ticket;
    }

    /** What the ticket stands for; a request that waits is answered by this. */
    Shown take(String ticket) {
        String hash = Secrets.hash(ticket);
        Shown shown = byTicket.getOrDefault(hash, new TooOld());
        if (isOver(shown)) {
            return new TooOld();
        }
        if (shown instanceof Waiting waiting && !byTicket.replace(hash, waiting, new Answered(waiting.shownAt()))) {
            return new Answered(waiting.shownAt());
        }
        return shown;
    }

    private boolean isOver(Shown shown) {
        return switch (shown) {
            case Waiting waiting -> isOver(waiting.shownAt());
            case Answered answered -> isOver(answered.shownAt());
            case TooOld _ -> true;
        };
    }

    private boolean isOver(Instant shownAt) {
        return !clock.instant().isBefore(shownAt.plus(PATIENCE));
    }
}
