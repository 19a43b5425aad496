package dev.rctp.gateway.http.outbound;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one origin, and who waits for them (PRX-5). Seekers that name an event loop get connections of that loop only, but
 * the limit is one for all: where it is reached, an unused connection of another loop makes room.
 */
final class OriginPool {

    /** For whom a side of the pool is: those on this loop, or on any; for HTTP/1.1 only, or for what the server speaks. */
    record Purpose(@Nullable EventLoop loop, boolean http2) {}

    private final Origin origin;
    private final Dialer dialer;
    private final NameResolver names;
    private final OutboundSettings settings;
    private final boolean autoRead;
    private final AddressTurns turns = new AddressTurns(System::nanoTime);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Purpose, PoolSide> sides = new HashMap<>();
    private final Set<Link> open = new HashSet<>();
    private int dialing;
    private int waiting;
    private int generation;
    private boolean closed;

    OriginPool(Origin origin, Dialer dialer, NameResolver names, OutboundSettings settings, boolean autoRead) {
        this.origin = origin;
        this.dialer = dialer;
        this.names = names;
        this.settings = settings;
        this.autoRead = autoRead;
    }

    /**
     * Seeks a lane.
     *
     * @param loop where it must be, or null
     * @param http1 whether it must be an HTTP/1.1 connection
     */
    void seek(@Nullable EventLoop loop, boolean http1, LaneSeeker seeker) {
        Purpose purpose = new Purpose(loop, settings.http2() && origin.tls() && !http1);
        locked(todo -> {
            PoolSide side = sides.computeIfAbsent(purpose, any -> new PoolSide(this, any));
            Lane lane = closed || side.waiting() > 0 ? null : side.take();
            if (lane != null) {
                todo.add(() -> seeker.granted(lane));
            } else if (closed) {
                todo.add(() -> seeker.refused("the pool is closed", null));
            } else if (waiting >= settings.maxWaiting()) {
                todo.add(() -> seeker.refused("too many wait for a connection", null));
            } else {
                side.await(seeker, todo);
            }
        });
    }

    /** Closes the unused connections that such a seeker might get: one of them has turned out dead. */
    void distrust(@Nullable EventLoop loop) {
        locked(todo -> sides.values().stream()
                .filter(side -> Objects.equals(side.purpose().loop(), loop))
                .forEach(side -> side.closeIdle(todo)));
    }

    /** Uses no connection again that is open now, and none that is being opened. */
    void renew() {
        locked(todo -> {
            generation++;
            sides.values().forEach(side -> side.closeIdle(todo));
            open.forEach(link -> link.side().outdate(link, todo));
        });
    }

    /** Closes what is open; whoever waits is refused. */
    void close() {
        locked(todo -> {
            closed = true;
            open.forEach(link -> todo.add(link::close));
            sides.values().forEach(side -> side.refuse(side.waiting(), "the pool is closed", null, todo));
        });
    }

    /** Connections that somebody uses. */
    int inUse() {
        lock.lock();
        try {
            return open.size() - unused();
        } finally {
            lock.unlock();
        }
    }

    /** Open connections that nobody uses. */
    int idle() {
        lock.lock();
        try {
            return unused();
        } finally {
            lock.unlock();
        }
    }

    private int unused() {
        return sides.values().stream().mapToInt(PoolSide::unused).sum();
    }

    /** How many wait for a lane. */
    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    Origin origin() {
        return origin;
    }

    OutboundSettings settings() {
        return settings;
    }

    boolean autoRead() {
        return autoRead;
    }

    EventLoop loop(Purpose purpose) {
        return purpose.loop() == null ? dialer.anyLoop() : purpose.loop();
    }

    /** Opens a connection, which is of the generation that is current now. */
    Dial dial(PoolSide side) {
        return new Dial(this, side, dialer, names, turns, generation);
    }

    /** Whether a connection whose opening began in that generation may be used. */
    boolean isCurrent(int begun) {
        return begun == generation;
    }

    /** What is done under the lock, and what is left to do without it. */
    interface Change {
        void make(List<Runnable> todo);
    }

    /** Makes a change, then does what follows from it without the lock. */
    void locked(Change change) {
        List<Runnable> todo = new ArrayList<>(2);
        lock.lock();
        try {
            change.make(todo);
        } finally {
            lock.unlock();
        }
        todo.forEach(Runnable::run);
    }

    boolean isClosed() {
        return closed;
    }

    void waits(int more) {
        waiting += more;
    }

    void dials(int more) {
        dialing += more;
    }

    void keep(Link link) {
        open.add(link);
    }

    /** Whether the connection was still the pool's; it is no more. */
    boolean forget(Link link) {
        boolean known = open.remove(link);
        if (known) {
            link.side().lost();
        }
        return known;
    }

    /** Whether one more connection may be opened for a side; one that is unused elsewhere is closed for it. */
    boolean hasRoom(PoolSide side, List<Runnable> todo) {
        if (open.size() + dialing < settings.maxConnections()) {
            return true;
        }
        for (PoolSide other : sides.values()) {
            Link unused = !other.equals(side) && (other.waiting() == 0 || side.isBare()) ? other.takeUnused() : null;
            if (unused != null) {
                forget(unused);
                todo.add(unused::close);
                return true;
            }
        }
        return false;
    }

    /** Whether some side has seekers, and no connection that could ever be theirs. */
    boolean starves() {
        return waiting > 0 && sides.values().stream().anyMatch(PoolSide::starves);
    }

    /** Gives what is free to those who wait. */
    void serveAll(List<Runnable> todo) {
        if (waiting > 0) {
            sides.values().forEach(side -> side.serve(todo));
        }
    }
}
