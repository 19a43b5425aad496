package dev.rctp.approval.passkey;

/** Whether an enrolment ticket holds (APR-9). */
public sealed interface TicketVerdict permits EnrolmentTicket, TicketRefused {}
