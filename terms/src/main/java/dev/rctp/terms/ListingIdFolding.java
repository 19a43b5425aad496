package dev.rctp.terms;

/** How listing ids compare (protocol section 1). */
public enum ListingIdFolding {
    /** By octets. */
    EXACT,
    /** By octets after turning to lower case. */
    LOWERCASE
}
