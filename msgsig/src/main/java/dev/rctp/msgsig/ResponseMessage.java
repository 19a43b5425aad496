package dev.rctp.msgsig;

/**
 * What a signature can see of a response (RFC 9421 2).
 *
 * @param status the status code
 * @param fields the header fields
 * @param trailers the trailer fields (RFC 9110 6.5); none where they were not kept
 */
public record ResponseMessage(int status, HttpFields fields, HttpFields trailers) implements HttpMessage {

    /** A response without trailers. */
    public ResponseMessage(int status, HttpFields fields) {
        this(status, fields, HttpFields.none());
    }

    /** The same response with these header fields. */
    public ResponseMessage withFields(HttpFields other) {
        return new ResponseMessage(status, other, trailers);
    }

    /** The same response with these trailers. */
    public ResponseMessage withTrailers(HttpFields other) {
        return new ResponseMessage(status, fields, other);
    }

    /** This response as the answer to a request, so that the signature can cover both (RFC 9421 2.4). */
    public Exchange to(RequestMessage request) {
        return new Exchange(this, request);
    }
}
