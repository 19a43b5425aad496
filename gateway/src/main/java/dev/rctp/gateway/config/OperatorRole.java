package dev.rctp.gateway.config;

import java.util.Locale;

/** What an operator may do here (protocol section 1). */
public enum OperatorRole {
    SELLER,
    BUYER,
    HOLDER,
    CARRIER,
    MARKETPLACE,
    /** May only finish its deals (OPR-6). */
    CLOSING;

    /** The role in the configuration, such as {@code seller}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}
