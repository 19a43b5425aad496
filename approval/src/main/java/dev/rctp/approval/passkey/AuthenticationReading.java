package dev.rctp.approval.passkey;

/** What reading an AuthenticationResponseJSON came to. */
public sealed interface AuthenticationReading permits AuthenticationResponse, PasskeyRefused {}
