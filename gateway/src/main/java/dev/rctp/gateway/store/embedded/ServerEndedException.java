package dev.rctp.gateway.store.embedded;

import java.io.IOException;

/** Thrown when the server's process ended instead of taking connections. */
final class ServerEndedException extends IOException {

    private static final long serialVersionUID = 1L;

    ServerEndedException(String message) {
        super(message);
    }
}
