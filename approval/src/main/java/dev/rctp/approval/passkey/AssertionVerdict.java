package dev.rctp.approval.passkey;

/** Whether a seller's passkey signed what it was asked to (APR-3). */
public sealed interface AssertionVerdict permits VerifiedAssertion, PasskeyRefused {}
