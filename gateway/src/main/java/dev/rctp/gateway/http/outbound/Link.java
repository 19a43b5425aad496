package dev.rctp.gateway.http.outbound;

/** One connection of an {@link OriginPool}. */
sealed interface Link permits Http1Link, Http2Link {

    boolean isOpen();

    /** The part of the pool it belongs to. */
    PoolSide side();

    /** Closes it; from any thread. */
    void close();
}
