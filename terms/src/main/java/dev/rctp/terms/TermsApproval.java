package dev.rctp.terms;

/** What approving terms for a listing gave. */
public sealed interface TermsApproval permits ApprovedTerms, TermsInvalid {}
