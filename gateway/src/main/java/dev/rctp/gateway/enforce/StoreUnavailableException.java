package dev.rctp.gateway.enforce;

/** Thrown when stored state can't be read, so that nothing can be decided by it (DEC-5); its message is for the log alone. */
public final class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates it with what failed. */
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
