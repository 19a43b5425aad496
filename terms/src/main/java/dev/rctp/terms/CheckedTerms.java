package dev.rctp.terms;

/** What checking submitted terms against their term set gave (LST-1, LST-2). */
public sealed interface CheckedTerms permits ListingTerms, TermsInvalid {}
