package dev.rctp.msgsig;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The text that is signed (RFC 9421 2.5). */
public final class SignatureBase {

    private final String text;

    private SignatureBase(String text) {
        this.text = text;
    }

    /** The base of a request's signature; refuses components that the request doesn't have. */
    public static SignatureBase ofRequest(RequestMessage request, SignatureInput input)
            throws MalformedSignatureException {
        return of(request, input, FieldTypes.KNOWN);
    }

    /**
     * The base of a response's signature; refuses components that the response, or for {@code req} the request,
     * doesn't have.
     *
     * @param request what the response answers; null where that is not known, so that {@code req} is refused
     */
    public static SignatureBase ofResponse(
            ResponseMessage response, @Nullable RequestMessage request, SignatureInput input)
            throws MalformedSignatureException {
        return of(request == null ? response : response.to(request), input, FieldTypes.KNOWN);
    }

    /**
     * The base of any message's signature; refuses components that the message doesn't have.
     *
     * @param types the fields that {@code sf} can be applied to
     */
    public static SignatureBase of(HttpMessage message, SignatureInput input, FieldTypes types)
            throws MalformedSignatureException {
        StringBuilder lines = new StringBuilder(512);
        for (Component component : input.components()) {
            append(lines, component, ComponentValue.of(component, message, types));
        }
        return new SignatureBase(lines.append("\"@signature-params\": ")
                .append(input.serialize())
                .toString());
    }

    private static void append(StringBuilder lines, Component component, String value)
            throws MalformedSignatureException {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
                throw new MalformedSignatureException(
                        "The component " + component.name() + " has a control character.");
            }
        }
        component.item().appendTo(lines);
        lines.append(": ").append(value).append('\n');
    }

    /** The octets to sign: one for each character, so that field values stay as they were received. */
    public byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return text;
    }
}
