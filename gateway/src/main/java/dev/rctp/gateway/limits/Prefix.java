package dev.rctp.gateway.limits;

import java.net.Inet4Address;
import java.net.InetAddress;

/** What counts as one address: an IPv4 address, or an IPv6 network of 64 bits, out of which one host can take any number (RFC 4291 2.5.4). */
final class Prefix {

    /** The number of no address: no network under ::/8 is anyone's (RFC 4291 4), so those numbers are free for other ends. */
    static final long NONE = 1L << 48;

    private static final long IPV4 = 0xffffL << 32;
    private static final int OCTETS = 8;

    private Prefix() {}

    /** The address's number. */
    static long of(InetAddress address) {
        byte[] octets = address.getAddress();
        boolean four = address instanceof Inet4Address;
        long number = four ? IPV4 : 0;
        int shift = ((four ? octets.length : OCTETS) - 1) * Byte.SIZE;
        for (int i = 0; shift >= 0; i++, shift -= Byte.SIZE) {
            number |= (octets[i] & 0xffL) << shift;
        }
        return number;
    }
}
