package dev.rctp.msgsig;

/** Whether a message is signed as it must be: by whom, or why not. */
public sealed interface SignatureVerdict permits ValidSignature, InvalidSignature {}
