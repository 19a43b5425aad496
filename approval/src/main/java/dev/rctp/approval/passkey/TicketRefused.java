package dev.rctp.approval.passkey;

/**
 * An enrolment ticket is not accepted (APR-9).
 *
 * @param fault the first thing that is wrong
 */
public record TicketRefused(TicketFault fault) implements TicketVerdict {}
