package dev.rctp.conformance.breakable.http;

import java.io.IOException;

/** A request that could be read in two ways, or in none (PRX-7). */
public final class FramingException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    /** What is wrong with it; the answer is 400. */
    public FramingException(String message) {
        this(400, message);
    }

    /** What is wrong with it, and the answer's status. */
    public FramingException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The answer's status. */
    public int status() {
        return status;
    }
}
