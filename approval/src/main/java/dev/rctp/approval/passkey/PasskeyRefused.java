package dev.rctp.approval.passkey;

/**
 * A passkey, or what it answered, is not accepted (APR-3).
 *
 * @param fault the first thing that is wrong
 */
public record PasskeyRefused(PasskeyFault fault)
        implements JwkReading, AuthenticationReading, AssertionVerdict, RegistrationReading, EnrolmentVerdict {}
