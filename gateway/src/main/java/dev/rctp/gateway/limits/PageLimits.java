package dev.rctp.gateway.limits;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The limits of what the hosted pages call (APR-8); safe for concurrent use, never blocks. An address is judged before the approval, and has a
 * share of each approval that no other address can use up: the agent that asked knows the page's address, and must not shut its seller out.
 */
public final class PageLimits {

    private static final int MOST = 1 << 16;
    private static final Pace OF_ADDRESS = Pace.every(Duration.ofMillis(50), 200);
    private static final Pace ENROLMENTS = Pace.every(Duration.ofSeconds(1), 30);
    private static final Pace POSTS = Pace.every(Duration.ofSeconds(6), 10);
    private static final Pace VIEWS = Pace.every(Duration.ofSeconds(5), 30);
    private static final Pace SHARE = Pace.every(Duration.ofMinutes(5), 4);
    private static final Pace OF_ALL = Pace.every(Duration.ofSeconds(1), 60);

    /** How long to wait, in seconds, that the next call may pass. */
    public static final int WAIT_SECONDS = 6;

    private enum Kind {
        POST,
        VIEW,
        SHARE
    }

    private record Part(Kind kind, long address, String approval) {}

    private static final Part CROWD = new Part(Kind.POST, Prefix.NONE, "");

    private final Buckets<Long> addresses;
    private final Buckets<Long> enrolling;
    private final Buckets<Part> parts;
    private final Buckets<String> approvals;
    private volatile boolean byAddress;

    /**
     * Limits from now on.
     *
     * @param byAddress whether an address says who calls; false where all come through one
     */
    public PageLimits(boolean byAddress, InstantSource clock) {
        this.byAddress = byAddress;
        this.addresses = new Buckets<>(clock, Prefix.NONE, MOST);
        this.enrolling = new Buckets<>(clock, Prefix.NONE, MOST);
        this.parts = new Buckets<>(clock, CROWD, MOST);
        this.approvals = new Buckets<>(clock, "", MOST);
    }

    /** Whether an address says who calls, from now on. */
    public void reload(boolean next) {
        byAddress = next;
    }

    /** Whether the approval may be posted to from there; each post is a write. */
    public boolean post(String approval, InetAddress from) {
        if (!byAddress) {
            return approvals.take(approval, OF_ALL);
        }
        long address = Prefix.of(from);
        return addresses.take(address, OF_ADDRESS)
                && parts.take(new Part(Kind.POST, address, approval), POSTS)
                && (parts.take(new Part(Kind.SHARE, address, approval), SHARE) || approvals.take(approval, OF_ALL));
    }

    /** Whether the approval may be looked at from there; each look makes challenges, which take the place of old ones (APR-3). */
    public boolean view(String approval, InetAddress from) {
        if (!byAddress) {
            return true;
        }
        long address = Prefix.of(from);
        return addresses.take(address, OF_ADDRESS) && parts.take(new Part(Kind.VIEW, address, approval), VIEWS);
    }

    /** Whether one enrolment more may be tried from there. */
    public boolean enrol(InetAddress from) {
        return !byAddress || enrolling.take(Prefix.of(from), ENROLMENTS);
    }
}
