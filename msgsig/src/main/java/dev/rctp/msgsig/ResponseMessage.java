package dev.rctp.msgsig;

/**
 * What a signature can see of a response (RFC 9421 2).
 *
 * @param status the status code
 * @param fields the field lines
 */
public record ResponseMessage(int status, HttpFields fields) {}
