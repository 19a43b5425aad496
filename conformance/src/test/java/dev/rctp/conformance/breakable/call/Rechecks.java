package dev.rctp.conformance.breakable.call;

import java.util.Optional;

/** What is checked again before an approved call is carried out (APR-6). */
public interface Rechecks {

    /** The operator and the key, with the profile as it is now. */
    Optional<Outcome.Refused> operator(Admitted held);

    /** The grant by its {@code grant_status}, whatever became of the token. */
    Optional<Outcome.Refused> grant(Admitted held);
}
