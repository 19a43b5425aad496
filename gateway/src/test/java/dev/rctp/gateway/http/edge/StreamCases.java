package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.edge.FramingCases.Expect;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Requests over HTTP/2 by their frames, each with what must become of it (PRX-7; RFC 9113 8; the kinds of known faults B and C). */
final class StreamCases {

    /** One case: the frames of stream 1. */
    record Case(String name, byte[] frames, Expect expect) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String[] GET = {
        ":method", "GET", ":scheme", "https", ":authority", "shop.example", ":path", "/catalog"
    };
    private static final String[] POST = {
        ":method", "POST", ":scheme", "https", ":authority", "shop.example", ":path", "/listings/l1/offers"
    };

    private final List<Case> cases = new ArrayList<>();

    private StreamCases() {}

    static List<Case> all() {
        StreamCases all = new StreamCases();
        all.pseudo();
        all.authorities();
        all.paths();
        all.names();
        all.values();
        all.connections();
        all.lengths();
        all.trailers();
        all.singletons();
        all.sizes();
        return List.copyOf(all.cases);
    }

    private static byte[] frames(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    private static byte[] head(boolean ends, String... lines) {
        int flags = FrameWire.END_HEADERS | (ends ? FrameWire.END_STREAM : 0);
        return FrameWire.octets(FrameWire.HEADERS, flags, 1, FrameWire.block(lines));
    }

    private static byte[] data(boolean ends, int size) {
        return FrameWire.octets(FrameWire.DATA, ends ? FrameWire.END_STREAM : 0, 1, new byte[size]);
    }

    private static String[] and(String[] lines, String... more) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String[] with(String pseudo, String value) {
        String[] lines = GET.clone();
        for (int i = 0; i < lines.length; i += 2) {
            lines[i + 1] = lines[i].equals(pseudo) ? value : lines[i + 1];
        }
        return lines;
    }

    private static String[] without(String pseudo) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < GET.length; i += 2) {
            if (!GET[i].equals(pseudo)) {
                lines.add(GET[i]);
                lines.add(GET[i + 1]);
            }
        }
        return lines.toArray(String[]::new);
    }

    private void pass(String name, String... lines) {
        cases.add(new Case(name, head(true, lines), Expect.PASS));
    }

    private void refuse(String name, String... lines) {
        cases.add(new Case(name, head(true, lines), Expect.REFUSE));
    }

    private void body(String name, Expect expect, byte[]... frames) {
        cases.add(new Case(name, frames(frames), expect));
    }

    private void pseudo() {
        pass("plain GET", GET);
        pass(
                "pseudo-header fields in another order",
                ":path",
                "/catalog",
                ":authority",
                "shop.example",
                ":scheme",
                "https",
                ":method",
                "GET");
        for (String name : List.of(":method", ":scheme", ":authority", ":path")) {
            refuse("no " + name, without(name));
            refuse("empty " + name, with(name, ""));
            String[] doubled = and(GET, name, "/catalog");
            refuse("two " + name, doubled);
            refuse(name + " after a regular field", and(and(without(name), "x-a", "1"), name, with(name, "x")[1]));
            refuse(name + " with a space", with(name, "a b"));
            refuse(name + " with CR LF", with(name, "/a\r\nx-b: 1"));
            refuse(name + " with NUL", with(name, "/a\0"));
        }
        refuse("no :authority, but a host", and(without(":authority"), "host", "shop.example"));
        refuse("an unknown pseudo-header field", and(GET, ":foo", "1"));
        refuse("a pseudo-header field of answers", and(GET, ":status", "200"));
        refuse("extended CONNECT", and(with(":method", "CONNECT"), ":protocol", "websocket"));
        refuse("CONNECT", ":method", "CONNECT", ":authority", "shop.example:443");
        refuse("CONNECT with all pseudo-header fields", with(":method", "CONNECT"));
        refuse("a method that is no token", with(":method", "G(T"));
        refuse("a method with a request line in it", with(":method", "GET / HTTP/1.1"));
        refuse("another scheme", with(":scheme", "http"));
        refuse("a scheme with a request in it", with(":scheme", "https://other.example/x"));
        refuse("a pseudo-header field in capitals", and(without(":path"), ":PATH", "/catalog"));
    }

    private void authorities() {
        refuse("SIG-5: another authority", with(":authority", "other.example"));
        refuse("SIG-5: another port", with(":authority", "shop.example:80"));
        refuse("SIG-5: user information", with(":authority", "a@shop.example"));
        refuse("SIG-5: a path in :authority", with(":authority", "shop.example/x"));
        refuse("B32: host is another one", and(GET, "host", "other.example"));
        refuse("B32: host with a port", and(GET, "host", "shop.example:8443"));
        refuse("two equal hosts", and(GET, "host", "shop.example", "host", "shop.example"));
        refuse("empty host", and(GET, "host", ""));
        pass("host as :authority", and(GET, "host", "shop.example"));
        pass("B4: default port and capitals", with(":authority", "Shop.EXAMPLE:443"));
        pass("B4: another configured port", with(":authority", "shop.example:8443"));
    }

    private void paths() {
        refuse("B32: absolute-form", with(":path", "https://shop.example/catalog"));
        refuse("a path without a slash", with(":path", "catalog"));
        refuse("asterisk-form", with(":path", "*"));
        refuse(
                "asterisk-form of OPTIONS",
                ":method",
                "OPTIONS",
                ":scheme",
                "https",
                ":authority",
                "shop.example",
                ":path",
                "*");
        refuse("a fragment", with(":path", "/catalog#x"));
        refuse("a tab", with(":path", "/cata\tlog"));
        refuse("an octet above 127", with(":path", "/caf\u00e9"));
        refuse("DEL", with(":path", "/a\u007f"));
        refuse("a request after the path", with(":path", "/ HTTP/1.1\r\nHost: other.example\r\n\r\nGET /"));
        refuse("B34: dot segment", with(":path", "/catalog/../listings"));
        refuse("B34: encoded dot segment", with(":path", "/catalog/%2e%2e/listings"));
        refuse("B35: encoded slash", with(":path", "/catalog%2Flistings"));
        refuse("B35: encoded backslash", with(":path", "/catalog%5Clistings"));
        refuse("B35: encoded NUL", with(":path", "/catalog%00"));
        refuse("B37: path parameter", with(":path", "/offers/off_1;x=1"));
        refuse("B38: trailing slash", with(":path", "/offers/off_1/"));
        refuse("double slash", with(":path", "//catalog"));
        pass("a query", with(":path", "/catalog?q=C%2b%2b+x&z=%7E"));
    }

    private void names() {
        refuse("a name in capitals", and(GET, "X-A", "1"));
        refuse("one capital", and(GET, "x-A", "1"));
        refuse("an empty name", and(GET, "", "1"));
        for (char c : "\0\t\n\r \"(),/:;<=>?@[\\]{}\u007f\u00e9".toCharArray()) {
            refuse("0x" + Integer.toHexString(c) + " in a name", and(GET, "x" + c + "a", "1"));
        }
        refuse("a line in a name", and(GET, "x-a: 1\r\nhost", "other.example"));
        refuse("B19: transfer-encoding with a space", and(GET, "transfer-encoding ", "chunked"));
        refuse("B40: a name that folds to a length", and(POST, "content_length", "5"));
        refuse("B40: a name that folds to ours", and(GET, "ucp.agent", "profile=\"https://a.example\""));
        pass(
                "B40: names that fold to RCTP are taken out",
                and(GET, "rctp_seller", "s1", "rctp-seller", "s1", "rctp.seller", "s1"));
        refuse("method override", and(GET, "x-http-method-override", "POST"));
        refuse("target override", and(GET, "x-original-url", "/listings"));
    }

    private void values() {
        for (char c = 0; c < 0x20; c++) {
            if (c != '\t') {
                refuse("0x" + Integer.toHexString(c) + " in a value", and(GET, "x-a", "a" + c + "b"));
            }
        }
        refuse("DEL in a value", and(GET, "x-a", "a\u007fb"));
        refuse("a line in a value", and(GET, "x-a", "1\r\ntransfer-encoding: chunked"));
        refuse("a request in a value", and(GET, "x-a", "1\r\n\r\nGET /x HTTP/1.1\r\nhost: shop.example"));
        refuse("a space before a value", and(GET, "x-a", " 1"));
        refuse("a space after a value", and(GET, "x-a", "1 "));
        refuse("a tab before a value", and(GET, "x-a", "\t1"));
        refuse("a tab after a value", and(GET, "x-a", "1\t"));
        pass("a tab in a value", and(GET, "x-a", "a\tb"));
        pass("octets above 127 in a value", and(GET, "x-a", "\u00e9"));
        pass("an empty value", and(GET, "x-a", ""));
    }

    private void connections() {
        refuse("connection", and(GET, "connection", "close"));
        refuse("connection that names one of ours away", and(GET, "connection", "idempotency-key"));
        refuse("keep-alive", and(GET, "keep-alive", "timeout=5"));
        refuse("proxy-connection", and(GET, "proxy-connection", "keep-alive"));
        refuse("transfer-encoding", and(POST, "transfer-encoding", "chunked"));
        refuse("transfer-encoding identity", and(POST, "transfer-encoding", "identity"));
        refuse("upgrade", and(GET, "upgrade", "websocket"));
        refuse("http2-settings", and(GET, "http2-settings", "AAMAAABkAAQAAP__"));
        refuse("te other than trailers", and(GET, "te", "gzip"));
        refuse("te with trailers and another", and(GET, "te", "trailers, deflate"));
        pass("te trailers", and(GET, "te", "trailers"));
        refuse("unknown expectation", and(POST, "expect", "200-ok"));
    }

    private void lengths() {
        body("a body of its length", Expect.PASS, head(false, and(POST, "content-length", "5")), data(true, 5));
        body(
                "a body in pieces",
                Expect.PASS,
                head(false, and(POST, "content-length", "5")),
                data(false, 2),
                data(false, 3),
                data(true, 0));
        body("a body without a length", Expect.PASS, head(false, POST), data(true, 5));
        body("no body and a length of 0", Expect.PASS, head(true, and(POST, "content-length", "0")));
        body(
                "an empty body and a length of 0",
                Expect.PASS,
                head(false, and(POST, "content-length", "0")),
                data(true, 0));
        body(
                "a body longer than its length",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "4")),
                data(true, 5));
        body(
                "a body longer than its length in pieces",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "4")),
                data(false, 4),
                data(false, 1));
        body("a body with a length of 0", Expect.REFUSE, head(false, and(POST, "content-length", "0")), data(true, 5));
        body(
                "a body shorter than its length",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "6")),
                data(true, 5));
        body(
                "a body shorter than its length, ended by trailers",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "6")),
                data(false, 5),
                head(true, "x-a", "1"));
        refuse("a length without a body", and(POST, "content-length", "5"));
        for (String length : List.of("+5", "-5", "5, 5", "5,5", "0x5", "5 5", "", "05", "1e1", "9".repeat(19), "5;")) {
            body(
                    "B20: length '" + length + "'",
                    Expect.REFUSE,
                    head(false, and(POST, "content-length", length)),
                    data(true, 5));
        }
        body(
                "B20: two equal lengths",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "5", "content-length", "5")),
                data(true, 5));
        body(
                "B20: two lengths",
                Expect.REFUSE,
                head(false, and(POST, "content-length", "5", "content-length", "6")),
                data(true, 5));
        refuse("a length before the pseudo-header fields", and(new String[] {"content-length", "0"}, GET));
    }

    private void trailers() {
        body("a trailer", Expect.PASS, head(false, POST), data(false, 5), head(true, "x-a", "1"));
        for (String name : List.of(
                "content-length",
                "authorization",
                "host",
                "transfer-encoding",
                "connection",
                "rctp_seller",
                ":path",
                ":status",
                "X-A",
                "x a",
                "")) {
            body("trailer '" + name + "'", Expect.REFUSE, head(false, POST), data(false, 5), head(true, name, "1"));
        }
        body("a line in a trailer", Expect.REFUSE, head(false, POST), data(false, 5), head(true, "x-a", "1\r\nx-b: 2"));
        body(
                "trailers too large",
                Expect.REFUSE,
                head(false, POST),
                data(false, 5),
                head(true, "x-a", "a".repeat(9000)));
    }

    private void singletons() {
        for (String name : List.of(
                "authorization",
                "ucp-agent",
                "idempotency-key",
                "content-type",
                "signature-agent",
                "request-id",
                "expect")) {
            refuse("B41: two " + name, and(GET, name, "100-continue", name, "100-continue"));
        }
        pass("cookies in crumbs", and(GET, "cookie", "a=1", "cookie", "b=2"));
        pass(
                "two signatures lines, for the verifier to judge",
                and(GET, "signature", "a=:AA==:", "signature", "b=:AA==:"));
    }

    private void sizes() {
        cases.add(new Case("path too long", head(true, with(":path", "/" + "a".repeat(9000))), Expect.TOO_LARGE));
        String[] many = GET;
        for (int i = 0; i < 7; i++) {
            many = and(many, "x-" + i, "a".repeat(5000));
        }
        byte[] block = FrameWire.block(many);
        byte[] first = java.util.Arrays.copyOf(block, 16_000);
        byte[] second = java.util.Arrays.copyOfRange(block, 16_000, 32_000);
        byte[] third = java.util.Arrays.copyOfRange(block, 32_000, block.length);
        body(
                "fields too large",
                Expect.TOO_LARGE,
                FrameWire.octets(FrameWire.HEADERS, FrameWire.END_STREAM, 1, first),
                FrameWire.octets(FrameWire.CONTINUATION, 0, 1, second),
                FrameWire.octets(FrameWire.CONTINUATION, FrameWire.END_HEADERS, 1, third));
    }
}
