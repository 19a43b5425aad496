package dev.rctp.gateway.enforce;

import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.msgsig.StandingAgents;
import dev.rctp.registries.ReleaseConditions;
import java.time.Duration;

/**
 * What section 8 is judged with.
 *
 * @param releases the registered release conditions
 * @param fundsWithin how long a deal waits for its funds (EVT-6)
 * @param verifier checks events before anything is asked of their deal (EVT-1)
 * @param agents tells of a key whether it is an operator's now
 * @param mostInformative how many events that mean nothing for the money one role may write on a deal
 */
public record EventRules(
        ReleaseConditions releases,
        Duration fundsWithin,
        EventVerifier verifier,
        StandingAgents agents,
        int mostInformative) {}
