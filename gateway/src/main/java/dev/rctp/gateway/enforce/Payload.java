package dev.rctp.gateway.enforce;

/** What a call carries, as its door could read it. */
public sealed interface Payload {

    /**
     * Bytes that claim to be JSON; whether they are is judged when it is the body's turn.
     *
     * @param bytes the raw bytes; empty for none
     */
    record Json(byte[] bytes) implements Payload {}

    /**
     * Something that its door does not take for JSON.
     *
     * @param sentence what is wrong, for the caller
     */
    record Unreadable(String sentence) implements Payload {}
}
