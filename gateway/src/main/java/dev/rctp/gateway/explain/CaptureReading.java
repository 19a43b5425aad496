package dev.rctp.gateway.explain;

/** What reading a captured request ends with. */
public sealed interface CaptureReading permits CapturedRequest, CaptureReading.Unreadable {

    /**
     * It is no HTTP request.
     *
     * @param sentence what is wrong, without quoting it
     */
    record Unreadable(String sentence) implements CaptureReading {}
}
