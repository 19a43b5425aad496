package dev.rctp.gateway.webhook;

import java.time.Instant;

/**
 * A webhook that one attempt belongs to.
 *
 * @param place where it stands among all
 * @param id {@code whk_…}, the same in each attempt
 * @param notice what it says
 * @param madeAt when that was so
 * @param attempt which attempt this is, from 1
 */
record Delivery(long place, String id, Notice notice, Instant madeAt, int attempt) {}
