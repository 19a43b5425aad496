package dev.rctp.conformance.breakable.http;

/**
 * A request's head.
 *
 * @param method as sent
 * @param target as sent
 * @param version {@code HTTP/1.1} or {@code HTTP/1.0}
 * @param headers its lines
 */
public record Head(String method, String target, String version, Headers headers) {

    /** Whether it was made to be read only. */
    public boolean reads() {
        return method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
    }
}
