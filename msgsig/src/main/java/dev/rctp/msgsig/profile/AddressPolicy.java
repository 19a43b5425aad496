package dev.rctp.msgsig.profile;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses a profile may be fetched from (OPR-2): globally reachable unicast, so that no profile URL reaches into the
 * gateway's own network. Judges a resolved address; the connection must go to the very address that was judged (B91).
 */
public final class AddressPolicy {

    private static final Block LOOPBACK_4 = Block.of("127.0.0.0/8");
    private static final Block LOOPBACK_6 = Block.of("::1/128");

    /** The special-use blocks of RFC 6890 and its registry's later entries, and multicast and class E space. */
    private static final List<Block> SPECIAL = Block.all("""
            0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
            192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
            198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
            2001::/23 2001:db8::/32 2620:4f:8000::/48 3fff::/20
            """);

    /** All global unicast that IANA has handed out lies here; every other IPv6 block is special or unassigned. */
    private static final Block GLOBAL_6 = Block.of("2000::/3");

    private static final Block MAPPED = Block.of("::ffff:0:0/96");
    private static final Block NAT64 = Block.of("64:ff9b::/96");
    private static final Block SIX_TO_FOUR = Block.of("2002::/16");

    private final boolean allowLoopback;

    /**
     * A policy.
     *
     * @param allowLoopback whether loopback addresses are fine (sandbox, tests)
     */
    public AddressPolicy(boolean allowLoopback) {
        this.allowLoopback = allowLoopback;
    }

    /** Whether a connection to this address is allowed. */
    public boolean permits(InetAddress address) {
        return permits(address.getAddress());
    }

    private boolean permits(byte[] address) {
        if (MAPPED.contains(address)) {
            return permits(Arrays.copyOfRange(address, 12, 16));
        }
        if (LOOPBACK_4.contains(address) || LOOPBACK_6.contains(address)) {
            return allowLoopback;
        }
        return isGlobal(address);
    }

    private static boolean isGlobal(byte[] address) {
        if (NAT64.contains(address)) {
            return isGlobal(Arrays.copyOfRange(address, 12, 16));
        }
        if (SIX_TO_FOUR.contains(address) && !isGlobal(Arrays.copyOfRange(address, 2, 6))) {
            return false;
        }
        if (address.length == 16 && !GLOBAL_6.contains(address)) {
            return false;
        }
        return SPECIAL.stream().noneMatch(block -> block.contains(address));
    }
}
