package dev.rctp.msgsig;

/** A key that signs by one algorithm of RFC 9421, safe for concurrent use; its text form shows no secret. */
public interface MessageSigningKey {

    /** The one algorithm that it is for. */
    HttpAlgorithm algorithm();

    /** The signature of the data, in the form that RFC 9421 3.3 gives it. */
    byte[] sign(byte[] data);
}
