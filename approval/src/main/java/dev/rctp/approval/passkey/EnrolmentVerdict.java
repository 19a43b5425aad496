package dev.rctp.approval.passkey;

/** Whether a passkey may be kept: one that was registered, or one that the marketplace tells of (APR-9). */
public sealed interface EnrolmentVerdict permits Passkey, PasskeyRefused {}
