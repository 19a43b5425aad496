package dev.rctp.gateway.http.edge;

/** What the edge makes of a head whose bytes are in order. */
sealed interface HeadReading permits AcceptedHead, HeadReading.Refused {

    /** A head that is answered with 400. */
    record Refused(String requestId, String sentence) implements HeadReading {}
}
