package dev.rctp.gateway.http.tls;

/** What reading a bundle of certificates gave. */
public sealed interface TrustReading permits TrustedIssuers, TrustReading.Faulty {

    /**
     * The file can't be used.
     *
     * @param sentence what is wrong with it, beginning with a verb, quoting nothing of it
     */
    record Faulty(String sentence) implements TrustReading {}
}
