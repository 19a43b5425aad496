package dev.rctp.registries;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The rule for a verb (DEC-4): done at once, only after the seller approves, or never. */
public enum Tier {
    AUTO,
    ASK,
    FORBID;

    /** The tier on the wire: {@code auto}, {@code ask} or {@code forbid}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The tier with this token on the wire; empty for any other text. */
    public static Optional<Tier> ofToken(String token) {
        return Arrays.stream(values()).filter(t -> t.token().equals(token)).findFirst();
    }
}
