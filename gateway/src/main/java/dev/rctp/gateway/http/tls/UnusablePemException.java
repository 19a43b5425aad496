package dev.rctp.gateway.http.tls;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** A PEM file can't be used; the message says what it must be, and nothing of what it holds. */
public final class UnusablePemException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Path file;

    UnusablePemException(Path file, String sentence) {
        super(sentence);
        this.file = file;
    }

    /** The file. */
    public Path file() {
        return file;
    }
}
