package dev.rctp.gateway.http.outbound;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connections and the queue for one purpose; guarded by the pool's lock. */
final class PoolSide {

    private final OriginPool pool;
    private final OriginPool.Purpose purpose;
    private final Deque<Http1Link> idle = new ArrayDeque<>();
    private final List<Http2Link> shared = new ArrayList<>();
    private final Set<Http1Link> outdated = new HashSet<>();
    private final Deque<LaneSeeker> waiting = new ArrayDeque<>();
    private int links;
    private int dials;
    private int perDial;

    PoolSide(OriginPool pool, OriginPool.Purpose purpose) {
        this.pool = pool;
        this.purpose = purpose;
        this.perDial = purpose.http2() ? Http2Link.MOST_STREAMS : 1;
    }

    boolean isBare() {
        return links + dials == 0;
    }

    @Nullable
    Lane take() {
        for (Http2Link link : shared) {
            if (link.hasRoom()) {
                link.taken++;
                return new Http2Lane(link, pool.origin().authority());
            }
        }
        Http1Link link;
        do {
            link = idle.pollFirst();
        } while (link != null && !link.isOpen());
        return link;
    }

    @Nullable
    Link takeUnused() {
        for (Http2Link link : shared) {
            if (link.taken == 0) {
                shared.remove(link);
                return link;
            }
        }
        return idle.pollLast();
    }

    void await(LaneSeeker seeker, List<Runnable> todo) {
        waiting.addLast(seeker);
        pool.waits(1);
        serve(todo);
        if (!waiting.isEmpty()) {
            EventLoop loop = pool.loop(purpose);
            todo.add(() -> expireLater(loop, seeker));
        }
    }

    private void expireLater(EventLoop loop, LaneSeeker one) {
        var _ = loop.schedule(
                () -> expire(loop, one), pool.settings().timeouts().turn().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A seeker for whom somebody connects waits for the outcome, which has times of its own. */
    private void expire(EventLoop loop, LaneSeeker one) {
        pool.locked(todo -> {
            int place = 0;
            for (LaneSeeker other : waiting) {
                if (other.equals(one)) {
                    break;
                }
                place++;
            }
            if (place < (long) dials * perDial && place < waiting.size()) {
                todo.add(() -> expireLater(loop, one));
            } else if (waiting.remove(one)) {
                pool.waits(-1);
                todo.add(() -> one.refused("no connection came free in time", null));
            }
        });
    }

    void serve(List<Runnable> todo) {
        while (!waiting.isEmpty()) {
            Lane lane = take();
            if (lane == null) {
                break;
            }
            LaneSeeker first = next();
            todo.add(() -> first.granted(lane));
        }
        while (waiting.size() > (long) dials * perDial && pool.hasRoom(this, todo)) {
            dials++;
            pool.dials(1);
            Dial dial = pool.dial(this);
            todo.add(dial::start);
        }
    }

    private LaneSeeker next() {
        pool.waits(-1);
        return waiting.removeFirst();
    }

    void refuse(int most, String why, @Nullable Throwable cause, List<Runnable> todo) {
        for (int i = 0; i < most && !waiting.isEmpty(); i++) {
            LaneSeeker first = next();
            todo.add(() -> first.refused(why, cause));
        }
    }

    void opened(Link link, Channel channel, int generation) {
        channel.closeFuture().addListener(gone -> gone(link));
        pool.locked(todo -> {
            dials--;
            pool.dials(-1);
            if (pool.isClosed() || !pool.isCurrent(generation)) {
                todo.add(link::close);
                pool.serveAll(todo);
                return;
            }
            pool.keep(link);
            links++;
            switch (link) {
                case Http1Link own -> {
                    perDial = 1;
                    idle.addFirst(own);
                }
                case Http2Link both -> {
                    perDial = Math.max(1, both.allowance());
                    shared.add(both);
                }
            }
            pool.serveAll(todo);
        });
    }

    void notOpened(String why, @Nullable Throwable cause) {
        pool.locked(todo -> {
            dials--;
            pool.dials(-1);
            refuse(perDial, why, cause, todo);
            pool.serveAll(todo);
        });
    }

    private void gone(Link link) {
        pool.locked(todo -> {
            switch (link) {
                case Http1Link own -> {
                    idle.remove(own);
                    outdated.remove(own);
                }
                case Http2Link both -> shared.remove(both);
            }
            if (pool.forget(link)) {
                pool.serveAll(todo);
            }
        });
    }

    /** The connection is unused again. */
    void rest(Http1Link link) {
        pool.locked(todo -> {
            boolean wanted = pool.starves();
            if (pool.isClosed() || wanted || outdated.contains(link)) {
                todo.add(link::close);
            } else if (link.isOpen()) {
                idle.addFirst(link);
                pool.serveAll(todo);
            }
        });
    }

    boolean starves() {
        return !waiting.isEmpty() && isBare();
    }

    /** Closes the HTTP/1.1 connections that nobody uses. */
    void closeIdle(List<Runnable> todo) {
        idle.forEach(link -> todo.add(link::close));
        idle.clear();
    }

    /** Lets nobody use this connection again. */
    void outdate(Link link, List<Runnable> todo) {
        switch (link) {
            case Http1Link own -> outdated.add(own);
            case Http2Link both -> todo.add(both::retire);
        }
    }

    /** One of its connections is not the pool's any more. */
    void lost() {
        links--;
    }

    OriginPool.Purpose purpose() {
        return purpose;
    }

    /** How many of its connections nobody uses. */
    int unused() {
        return idle.size()
                + (int) shared.stream().filter(link -> link.taken == 0).count();
    }

    int waiting() {
        return waiting.size();
    }

    /** A stream of the connection has ended. */
    void freed(Http2Link link) {
        pool.locked(todo -> {
            link.taken--;
            pool.serveAll(todo);
            if (link.taken == 0) {
                todo.add(link::rest);
            }
        });
    }

    /** The server allows more or less than before, or nothing more. */
    void changed(Http2Link link) {
        pool.locked(todo -> {
            if (link.isRetired()) {
                shared.remove(link);
                if (link.taken == 0) {
                    todo.add(link::close);
                }
            }
            pool.serveAll(todo);
        });
    }

    /** Closes the connection if nobody uses it. */
    void retireUnused(Http2Link link) {
        pool.locked(todo -> {
            if (link.taken == 0) {
                shared.remove(link);
                todo.add(link::close);
            }
        });
    }
}
