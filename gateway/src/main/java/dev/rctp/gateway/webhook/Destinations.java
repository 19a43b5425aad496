package dev.rctp.gateway.webhook;

import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.Operator;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds where webhooks go, at the time of each attempt: what the operator's profile and the configuration say now (OPR-4, OPR-6). */
public final class Destinations {

    private final CachedProfiles profiles;
    private final Supplier<Set<String>> here;
    private final Supplier<Set<String>> everywhere;
    private final @Nullable URI marketplace;

    /**
     * Looks operators up in these profiles.
     *
     * @param here the profiles of those that this gateway has onboarded
     * @param everywhere of those that any gateway of the database has
     * @param marketplace where the marketplace takes webhooks; null where it takes none
     */
    public Destinations(
            CachedProfiles profiles,
            Supplier<Set<String>> here,
            Supplier<Set<String>> everywhere,
            @Nullable URI marketplace) {
        this.profiles = profiles;
        this.here = here;
        this.everywhere = everywhere;
        this.marketplace = marketplace;
    }

    /** The receivers whose webhooks this gateway may deliver; others' are for gateways that know them. */
    Set<String> known() {
        Set<String> known = new HashSet<>(here.get());
        if (marketplace != null) {
            known.add(Notice.MARKETPLACE);
        }
        return known;
    }

    /** The receivers whose webhooks any gateway may deliver: the marketplace, as if one had its address, and the operators. */
    Set<String> knownAnywhere() {
        Set<String> known = new HashSet<>(everywhere.get());
        known.add(Notice.MARKETPLACE);
        return known;
    }

    Destination of(Notice notice) throws InterruptedException {
        if (notice.isForMarketplace()) {
            return marketplace == null ? new Destination.Elsewhere() : new Destination.Address(marketplace);
        }
        return switch (profiles.operator(notice.receiver())) {
            case CachedProfiles.Whose.Known(Operator operator) ->
                operator.webhookUrl() == null
                        ? new Destination.Nowhere()
                        : new Destination.Address(operator.webhookUrl());
            case CachedProfiles.Whose.Nobodys _ -> new Destination.Elsewhere();
            case CachedProfiles.Whose.Unreadable _ -> new Destination.Unknown();
        };
    }
}
