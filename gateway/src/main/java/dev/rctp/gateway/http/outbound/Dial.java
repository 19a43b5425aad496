package dev.rctp.gateway.http.outbound;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.List;

/** Opens one connection for a side, trying one address after the other. */
final class Dial {

    private final OriginPool pool;
    private final PoolSide side;
    private final Dialer dialer;
    private final NameResolver names;
    private final AddressTurns turns;
    private final int generation;
    private final EventLoop loop;
    private Iterator<InetAddress> addresses = List.<InetAddress>of().iterator();

    Dial(OriginPool pool, PoolSide side, Dialer dialer, NameResolver names, AddressTurns turns, int generation) {
        this.pool = pool;
        this.side = side;
        this.dialer = dialer;
        this.names = names;
        this.turns = turns;
        this.generation = generation;
        this.loop = pool.loop(side.purpose());
    }

    void start() {
        if (loop.inEventLoop()) {
            names.resolve(pool.origin().host(), loop, pool.settings().timeouts().name(), this::found);
        } else {
            loop.execute(this::start);
        }
    }

    private void found(List<InetAddress> all) {
        if (all.isEmpty()) {
            side.notOpened("the host's name has no address", null);
        } else if (!all.stream().allMatch(pool.settings().addresses())) {
            side.notOpened("the host has an address that may not be connected to", null);
        } else {
            addresses = turns.order(all).iterator();
            tryNext();
        }
    }

    private void tryNext() {
        InetAddress address = addresses.next();
        dialer.dial(pool.origin(), address, loop, side.purpose().http2(), pool.autoRead(), new Dialer.Dialed() {
            @Override
            public void opened(Channel channel, boolean http2) {
                ready(address, channel, http2);
            }

            @Override
            public void failed(Throwable cause) {
                unreachable(address, cause);
            }
        });
    }

    private void ready(InetAddress address, Channel channel, boolean http2) {
        if (!http2) {
            turns.reached(address);
            side.opened(new Http1Link(channel, pool.settings().timeouts().idle(), side), channel, generation);
            return;
        }
        var _ = new Http2Link(channel, pool.settings().timeouts(), side, pool.autoRead(), (link, failure) -> {
            if (failure == null) {
                turns.reached(address);
                side.opened(link, channel, generation);
            } else {
                unreachable(address, failure);
            }
        });
    }

    private void unreachable(InetAddress address, Throwable cause) {
        turns.failed(address);
        if (addresses.hasNext()) {
            tryNext();
        } else {
            side.notOpened("cannot connect", cause);
        }
    }
}
