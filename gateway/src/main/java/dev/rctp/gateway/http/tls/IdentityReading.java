package dev.rctp.gateway.http.tls;

/** What reading a certificate and its key gave. */
public sealed interface IdentityReading permits TlsIdentity, IdentityReading.Faulty {

    /** Which of the two files. */
    enum Part {
        /** The certificate chain. */
        CERTIFICATE,
        /** The private key. */
        KEY
    }

    /**
     * The files can't be used.
     *
     * @param part the one at fault
     * @param sentence what is wrong with it, beginning with a verb, quoting nothing of it
     */
    record Faulty(Part part, String sentence) implements IdentityReading {}
}
