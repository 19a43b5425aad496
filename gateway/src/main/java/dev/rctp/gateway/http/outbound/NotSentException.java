package dev.rctp.gateway.http.outbound;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An exchange failed of which surely no byte reached the other server. */
public final class NotSentException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    NotSentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
