package dev.rctp.approval.passkey;

/** What reading a RegistrationResponseJSON came to. */
public sealed interface RegistrationReading permits RegistrationResponse, PasskeyRefused {}
