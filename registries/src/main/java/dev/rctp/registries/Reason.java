package dev.rctp.registries;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The closed registry of refusal reasons (protocol section 4), held equal to {@code reason-codes.json} by a test. */
public enum Reason {
    SIGNATURE_INVALID(401),
    OPERATOR_UNKNOWN(401),
    GRANT_INVALID(401),
    GRANT_REVOKED(403),
    GRANT_EXPIRED(403),
    ACTION_FORBIDDEN(403),
    NOT_IN_SCOPE(403),
    COUNTERPARTY_NOT_ELIGIBLE(403),
    TERMS_INVALID(422),
    BELOW_FLOOR(403),
    OFFER_BUDGET_EXCEEDED(429),
    OFFER_EXPIRED(409),
    OFFER_NOT_OPEN(409),
    LISTING_RESERVED(409),
    LISTING_CLOSED(409),
    APPROVAL_DECLINED(403),
    APPROVAL_INVALID(422),
    CHECKOUT_INVALID(422),
    RELEASE_CONDITION_UNMET(409),
    REQUEST_INVALID(400),
    IDEMPOTENCY_CONFLICT(409),
    ENFORCEMENT_UNAVAILABLE(503);

    private final int status;
    private final String code;

    Reason(int status) {
        this.status = status;
        this.code = name().toLowerCase(Locale.ROOT);
    }

    /** The code on the wire, such as {@code below_floor}. */
    public String code() {
        return code;
    }

    /** The HTTP status that a refusal for this reason has. */
    public int status() {
        return status;
    }

    /** The reason with this code on the wire; empty for an unregistered one. */
    public static Optional<Reason> ofCode(String code) {
        return Arrays.stream(values()).filter(r -> r.code.equals(code)).findFirst();
    }
}
