package dev.rctp.msgsig;

/**
 * A response that carries the signature, and the request it answers, for components with {@code req} (RFC 9421 2.4).
 *
 * @param response what is signed
 * @param request what was sent, with its own signature fields
 */
public record Exchange(ResponseMessage response, RequestMessage request) implements HttpMessage {

    @Override
    public HttpFields fields() {
        return response.fields();
    }

    @Override
    public HttpFields trailers() {
        return response.trailers();
    }
}
