package dev.rctp.conformance.breakable.fields;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A member of a Dictionary, or an item of an Inner List.
 *
 * @param value a String, Long, BigDecimal, Boolean, {@link Token}, octets, or for an Inner List a list of members
 * @param params its parameters
 * @param text as it was sent, parameters included
 */
public record Member(Object value, Map<String, Object> params, String text) {

    /** Keeps its own copy of the parameters, in their order. */
    public Member {
        params = new LinkedHashMap<>(params);
    }

    /**
     * A Token (RFC 9651 section 3.3.4).
     *
     * @param name the token itself
     */
    public record Token(String name) {}

    /** The value, if it is of that type. */
    public <T> Optional<T> as(Class<T> type) {
        return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    }

    /** A parameter; empty if there is none of that name. */
    public Optional<Object> param(String name) {
        return Optional.ofNullable(params.get(name));
    }
}
