package dev.rctp.gateway.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys a signature can be tried with. */
@FunctionalInterface
public interface KnownKeys {

    /**
     * All keys that are known under a profile, the flawed ones too.
     *
     * @param profile the URL that {@code UCP-Agent} names; null where it names none
     */
    List<CandidateKey> of(@Nullable String profile) throws InterruptedException;
}
