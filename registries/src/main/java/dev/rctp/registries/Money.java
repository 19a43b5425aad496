package dev.rctp.registries;

/**
 * An amount in the minor units of a currency (protocol section 1).
 *
 * @param amount minor units, 0 to 2^53-1
 * @param currency ISO 4217 code, three upper-case letters
 */
public record Money(long amount, String currency) {

    /** The largest amount: the largest integer that every JSON reader keeps (RFC 7493 2.2). */
    public static final long MAX_AMOUNT = (1L << 53) - 1;

    /** Throws {@link IllegalArgumentException} for what is not money; callers check input before. */
    public Money {
        if (amount < 0 || amount > MAX_AMOUNT) {
            throw new IllegalArgumentException("amount is not between 0 and 2^53-1");
        }
        if (currency.length() != 3 || !currency.chars().allMatch(c -> c >= 'A' && c <= 'Z')) {
            throw new IllegalArgumentException("currency is not an ISO 4217 code");
        }
    }
}
