package dev.rctp.gateway.webhook;

import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.Operator;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Finds where webhooks go, at the time of each attempt: what the operator's profile and the configuration say now (OPR-4, OPR-6). */
public final class Destinations {

    private final CachedProfiles profiles;
    private final @Nullable URI marketplace;

    /**
     * Looks operators up in these profiles.
     *
     * @param marketplace where the marketplace takes webhooks; null where it takes none
     */
    public Destinations(CachedProfiles profiles, @Nullable URI marketplace) {
        this.profiles = profiles;
        this.marketplace = marketplace;
    }

    Destination of(Notice notice) throws InterruptedException {
        if (notice.isForMarketplace()) {
            return at(marketplace);
        }
        return switch (profiles.operator(notice.receiver())) {
            case CachedProfiles.Whose.Known(Operator operator) -> at(operator.webhookUrl());
            case CachedProfiles.Whose.Nobodys _ -> new Destination.Nowhere();
            case CachedProfiles.Whose.Unreadable _ -> new Destination.Unknown();
        };
    }

    private static Destination at(@Nullable URI url) {
        return url == null ? new Destination.Nowhere() : new Destination.Address(url);
    }
}
