package dev.rctp.conformance.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The target gave no complete HTTP answer: it could not be reached, hung up, took too long or spoke no HTTP. */
public final class NoAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient byte[] octets;

    /** Says what happened, before there was any octet of an answer. */
    public NoAnswerException(String sentence, @Nullable Throwable cause) {
        this(sentence, new byte[0], cause);
    }

    /** Says what happened, and what of an answer there was. */
    public NoAnswerException(String sentence, byte[] octets, @Nullable Throwable cause) {
        super(sentence, cause);
        this.octets = octets.clone();
    }

    /** What of an answer there was. */
    public byte[] octets() {
        return octets.clone();
    }
}
