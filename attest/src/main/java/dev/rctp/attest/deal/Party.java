package dev.rctp.attest.deal;

/**
 * Who writes on a deal (EVT-3).
 *
 * @param profile the operator's profile URL
 * @param jkt the thumbprint of the agent's key
 */
public record Party(String profile, String jkt) {}
