package dev.rctp.gateway.http.rest;

/** Counts what {@link CallLog} writes; called on event loops, so it must not block. */
@FunctionalInterface
public interface CallMeter {

    /** A request has been answered. */
    void told(Told told);

    /** Counts nothing. */
    static CallMeter none() {
        return told -> {};
    }

    /** What became of a request; the log's message. */
    enum Kind {
        /** A governed call, or a governed read that was refused. */
        DECIDED("decided"),
        /** A governed read. */
        READ("read"),
        /** A public document. */
        DOCUMENT("document"),
        /** A page for sellers, or what it calls. */
        HOSTED("hosted"),
        /** Passed on to the marketplace without a decision. */
        RELAYED("relayed"),
        /** Refused before it became any of these. */
        REFUSED("refused");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As it stands in log and metrics. */
        public String word() {
            return word;
        }
    }

    /**
     * The members of a line that can be counted; text is empty where there is none.
     *
     * @param kind what became of it
     * @param protocol {@code HTTP/1.1} or another version
     * @param action the verb
     * @param decision {@code auto}, {@code ask} or {@code forbid}
     * @param reason the registered reason of a refusal
     * @param status the answer's; 0 for none
     * @param bytesIn of the request's body
     * @param bytesOut of the answer's body
     */
    record Told(
            Kind kind,
            String protocol,
            String action,
            String decision,
            String reason,
            int status,
            long bytesIn,
            long bytesOut) {}
}
