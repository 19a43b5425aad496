package dev.rctp.msgsig;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One parameter of the query, as {@code application/x-www-form-urlencoded} reads it (RFC 9421 2.2.8, WHATWG URL 5.1). */
final class QueryParameter {

    private QueryParameter() {}

    /**
     * The value of the parameter with this encoded name, encoded anew; null where there is none.
     *
     * @throws MalformedSignatureException where there are two, so that nobody can say which one is meant, or where a
     *     name or value is not UTF-8, so that different queries would have one value
     */
    static @Nullable String value(@Nullable String query, String encodedName) throws MalformedSignatureException {
        List<String> found = new ArrayList<>(1);
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = canonical(equals < 0 ? pair : pair.substring(0, equals));
            String value = canonical(equals < 0 ? "" : pair.substring(equals + 1));
            if (!pair.isEmpty() && name.equals(encodedName)) {
                found.add(value);
            }
        }
        if (found.size() > 1) {
            throw new MalformedSignatureException("The query has the parameter of an @query-param more than once.");
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private static String canonical(String encoded) throws MalformedSignatureException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decode(encoded.replace('+', ' '))))
                    .toString();
            return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
        } catch (CharacterCodingException e) {
            throw new MalformedSignatureException("The query is not UTF-8, which an @query-param needs.");
        }
    }

    /** WHATWG URL 1.3: what is not a percent sign and two hexadecimal digits stays. */
    private static byte[] decode(String encoded) {
        byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%' && hex(bytes, i + 1) >= 0 && hex(bytes, i + 2) >= 0) {
                decoded.write(16 * hex(bytes, i + 1) + hex(bytes, i + 2));
                i += 2;
            } else {
                decoded.write(bytes[i]);
            }
        }
        return decoded.toByteArray();
    }

    private static int hex(byte[] bytes, int index) {
        return index < bytes.length ? Character.digit(bytes[index], 16) : -1;
    }
}
