package dev.rctp.conformance.run;

import dev.rctp.registries.CanonicalJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A value that the target gave; to read it is to judge it, so what can't be read in that way is a failure. */
public final class Said {

    private final Trial t;
    private final JsonNode value;
    private final String what;

    Said(Trial t, JsonNode value, String what) {
        this.t = t;
        this.value = value;
        this.what = what;
    }

    /** A member of it; what it is must be an object. */
    public Said member(String name) {
        return new Said(t, object().path(name), what + "'s `" + name + "`");
    }

    /** A JSON object. */
    public ObjectNode object() {
        t.that(value.isObject(), expected("a JSON object"));
        return (ObjectNode) value;
    }

    /** A JSON array. */
    public ArrayNode array() {
        t.that(value.isArray(), expected("a JSON array"));
        return (ArrayNode) value;
    }

    /** A text. */
    public String text() {
        t.that(value.isString(), expected("a text"));
        return value.stringValue();
    }

    /** A text that isn't empty. */
    public String name() {
        String text = text();
        t.that(!text.isEmpty(), expected("a text that isn't empty"));
        return text;
    }

    /** A whole number. */
    public long number() {
        t.that(value.isIntegralNumber() && value.canConvertToLong(), expected("a whole number"));
        return value.longValue();
    }

    /** A time (RFC 3339). */
    public Instant instant() {
        return read("a time as of RFC 3339", Instant::parse);
    }

    /** An address, absolute or not, as RFC 3986 has it. */
    public URI address() {
        return read("an address", Said::uri);
    }

    /** Octets in base64 (RFC 4648 section 4). */
    public byte[] base64() {
        return read("base64", Base64.getDecoder()::decode);
    }

    /** Octets in base64url (RFC 4648 section 5), with or without padding. */
    public byte[] base64Url() {
        return read("base64url", Base64.getUrlDecoder()::decode);
    }

    /** Octets in hexadecimal. */
    public byte[] hex() {
        return read("hexadecimal", HexFormat.of()::parseHex);
    }

    /** Its canonical form (RFC 8785). */
    public String canonical() {
        t.that(!value.isMissingNode(), expected("there"));
        try {
            return CanonicalJson.text(value);
        } catch (IllegalArgumentException e) {
            t.that(false, expected("JSON with a canonical form (RFC 8785)"));
            throw e;
        }
    }

    private <T> T read(String form, Function<String, T> reader) {
        String text = text();
        try {
            return reader.apply(text);
        } catch (DateTimeException | IllegalArgumentException e) {
            t.that(false, expected(form));
            throw e;
        }
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private String expected(String form) {
        return what + " was to be " + form + ", not " + (value.isMissingNode() ? "missing" : value) + ".";
    }
}
