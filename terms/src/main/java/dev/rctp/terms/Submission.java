package dev.rctp.terms;

/** What checking a seller's form gave (LST-3). */
public sealed interface Submission permits SubmittedTerms, TermsInvalid {}
