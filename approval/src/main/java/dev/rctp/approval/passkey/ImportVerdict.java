package dev.rctp.approval.passkey;

/** Whether a passkey that the marketplace vouches for may be kept (MGT-1). */
public sealed interface ImportVerdict permits Passkey, ImportRefused {}
