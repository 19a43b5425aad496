package dev.rctp.approval;

import java.util.Locale;
import java.util.Optional;

/** What a seller says to a question; both are signed (APR-3). */
public enum Answer {
    /** Yes. */
    APPROVE,
    /** No. */
    DECLINE;

    /** As the signed object writes it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The answer of that code; empty for any other text. */
    public static Optional<Answer> ofCode(String code) {
        for (Answer answer : values()) {
            if (answer.code().equals(code)) {
                return Optional.of(answer);
            }
        }
        return Optional.empty();
    }
}
