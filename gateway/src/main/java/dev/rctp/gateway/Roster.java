package dev.rctp.gateway;

import dev.rctp.gateway.config.OperatorConfig;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.gateway.store.SqlOperators;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the other gateways of the database whom this one has onboarded (OPR-6): a new operator before it can call, one that left soon after. */
final class Roster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

    private final Onboarded onboarded;
    private final OperatorStanding standing;
    private final SqlOperators everywhere;
    private final ReentrantLock telling = new ReentrantLock();
    private @Nullable Said said;

    private record Said(Set<String> onboarded, Set<String> traders) {
        Said and(Said other) {
            return new Said(union(onboarded, other.onboarded), union(traders, other.traders));
        }

        private static Set<String> union(Set<String> one, Set<String> other) {
            Set<String> both = new HashSet<>(one);
            both.addAll(other);
            return both;
        }
    }

    private Roster(Onboarded onboarded, SqlOperators everywhere) {
        this.onboarded = onboarded;
        this.standing = new OperatorStanding(onboarded);
        this.everywhere = everywhere;
    }

    /** Says it for the first time, before anybody can call. */
    static Roster open(Onboarded onboarded, SqlOperators everywhere) {
        Roster roster = new Roster(onboarded, everywhere);
        Said now = of(onboarded);
        everywhere.start(now.onboarded(), now.traders());
        roster.said = now;
        return roster;
    }

    private static Said of(Onboarded onboarded) {
        return new Said(onboarded.get(), new OperatorStanding(onboarded).traders());
    }

    /** Whom this gateway has onboarded, and who of them may trade. */
    OperatorStanding standing() {
        return standing;
    }

    /** Takes other operators over; those that leave are gone at once, also while the database is away. */
    void reload(List<OperatorConfig> operators) {
        Set<String> known = onboarded.get();
        onboarded.reload(operators.stream()
                .filter(operator -> known.contains(operator.profile()))
                .toList());
        telling.lock();
        try {
            Said next = of(new Onboarded(operators));
            say(said == null ? next : next.and(said));
        } catch (StoreUnavailableException e) {
            LOG.atError().setCause(e).log("other gateways can't be told of the operators; they are soon");
        } finally {
            onboarded.reload(operators);
            telling.unlock();
        }
    }

    /** Says what has changed since it was said last. */
    void tellChanges() {
        telling.lock();
        try {
            Said now = of(onboarded);
            if (!now.equals(said)) {
                say(now);
            }
        } finally {
            telling.unlock();
        }
    }

    /** Says it again, which tells that this gateway is alive. */
    void alive() {
        telling.lock();
        try {
            say(of(onboarded));
        } finally {
            telling.unlock();
        }
    }

    private void say(Said now) {
        said = null;
        everywhere.say(now.onboarded(), now.traders());
        said = now;
    }

    /** Tells that this gateway stops. */
    @Override
    public void close() {
        everywhere.gone();
    }
}
