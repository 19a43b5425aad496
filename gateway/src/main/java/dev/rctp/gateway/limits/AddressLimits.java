package dev.rctp.gateway.limits;

import java.net.InetAddress;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The limits of each address that connections come from, an IPv6 network of 64 bits being one; safe for concurrent use, never blocks.
 * What a request says of where it comes from is not asked.
 */
public final class AddressLimits {

    /** As many as are counted on their own in the time that a bucket takes to fill. */
    private static final int MOST = 1 << 16;

    private final Buckets<Long> calls;
    private final Places<Long> atWork = new Places<>();
    private final Places<Long> relayed = new Places<>();
    private final Places<Long> connected = new Places<>();
    private volatile @Nullable AddressAllowance allowance;

    /** Limits with this allowance; null for none. */
    public AddressLimits(@Nullable AddressAllowance allowance, InstantSource clock) {
        this.allowance = allowance;
        this.calls = new Buckets<>(clock, Prefix.NONE, MOST);
    }

    /** No limits at all, for a port that no stranger reaches. */
    public static AddressLimits none() {
        return new AddressLimits(null, InstantSource.system());
    }

    /** Another allowance from now on; what is open stays open. */
    public void reload(@Nullable AddressAllowance next) {
        allowance = next;
    }

    /** Whether one connection more may be opened; the visit is over when it is closed. */
    public Admission connection(InetAddress from) {
        AddressAllowance may = allowance;
        if (may == null) {
            return Visit.uncounted();
        }
        long address = Prefix.of(from);
        if (!connected.take(address, may.connections())) {
            return Admission.Refused.CONNECTIONS;
        }
        if (!calls.take(address, may.calls())) {
            connected.giveBack(address);
            return Admission.Refused.RATE;
        }
        return new Visit(() -> connected.giveBack(address));
    }

    /** Whether one call more may be begun; the visit is over when it is answered. */
    public Admission call(InetAddress from) {
        AddressAllowance may = allowance;
        if (may == null) {
            return Visit.uncounted();
        }
        return Quota.enter(Prefix.of(from), may.calls(), calls, atWork);
    }

    /**
     * Whether one more of an address's calls may be relayed; the visit is over when that call's is.
     *
     * @param most an address's share of the connections that relayed calls have
     */
    public Admission relay(InetAddress from, int most) {
        if (allowance == null) {
            return Visit.uncounted();
        }
        long address = Prefix.of(from);
        return relayed.take(address, most) ? new Visit(() -> relayed.giveBack(address)) : Admission.Refused.RELAYS;
    }
}
