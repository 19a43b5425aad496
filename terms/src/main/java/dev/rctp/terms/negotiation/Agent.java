package dev.rctp.terms.negotiation;

/**
 * An agent as budgets know it.
 *
 * @param operator its operator, by its profile
 * @param jkt its key's thumbprint
 */
public record Agent(String operator, String jkt) {}
