package dev.rctp.gateway.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The JVM's lookup of names ({@code META-INF/services}), but for one name, whose lookup takes for ever. */
public final class HeldNames extends InetAddressResolverProvider {

    /** The name; nobody can own it (RFC 6761 6.4). */
    public static final String HELD = "held.invalid";

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver usual = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                while (host.equals(HELD) && !Thread.currentThread().isInterrupted()) {
                    LockSupport.park(this);
                }
                return usual.lookupByName(host, policy);
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return usual.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "the usual, but for " + HELD;
    }
}
