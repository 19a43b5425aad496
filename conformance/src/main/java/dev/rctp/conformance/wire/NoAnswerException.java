package dev.rctp.conformance.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The target gave no complete HTTP answer: it could not be reached, hung up, took too long or spoke no HTTP. */
public final class NoAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Says what happened. */
    public NoAnswerException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
