package dev.rctp.gateway.explain;

/**
 * One thing wrong with a request.
 *
 * @param mistake what kind it is
 * @param sentence what was seen, in one or two sentences; quotes no credential
 */
public record Finding(Mistake mistake, String sentence) {}
