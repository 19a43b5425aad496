package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lanes to one origin for those who stream on an event loop of their own (PRX-5). */
public final class Lanes implements AutoCloseable {

    private final NameResolver names;
    private final OriginPool pool;

    /** Connects when first used; does not own the transport. */
    public Lanes(Transport transport, Origin origin, OutboundSettings settings, NameLookup lookup) {
        this.names = new NameResolver(lookup);
        this.pool = new OriginPool(origin, new Dialer(transport, settings), names, settings, false);
    }

    /**
     * Seeks a lane on this loop, where the outcome is told: null for none, of which nothing was sent.
     *
     * @param http1 whether it must be an HTTP/1.1 connection
     */
    public void seek(EventLoop loop, boolean http1, Consumer<@Nullable Lane> outcome) {
        pool.seek(loop, http1, new LaneSeeker() {
            @Override
            public void granted(Lane lane) {
                tell(lane);
            }

            @Override
            public void refused(String why, @Nullable Throwable cause) {
                tell(null);
            }

            private void tell(@Nullable Lane lane) {
                if (loop.inEventLoop()) {
                    outcome.accept(lane);
                } else {
                    loop.execute(() -> outcome.accept(lane));
                }
            }
        });
    }

    /** Closes this loop's unused connections: one of them has turned out dead. */
    public void distrust(EventLoop loop) {
        pool.distrust(loop);
    }

    /** Uses no connection again that is open now; exchanges in flight go on. */
    public void renew() {
        pool.renew();
    }

    /** Connections that somebody uses. */
    public int inUse() {
        return pool.inUse();
    }

    /** Open connections that nobody uses. */
    public int idle() {
        return pool.idle();
    }

    /** How many seek a lane and have none yet. */
    public int waiting() {
        return pool.waiting();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        names.close();
        pool.close();
    }
}
