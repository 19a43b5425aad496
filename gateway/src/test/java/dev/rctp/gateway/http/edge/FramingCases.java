package dev.rctp.gateway.http.edge;

import java.util.ArrayList;
import java.util.List;

/** Requests by their bytes, each with what must become of it (PRX-7, known faults B19 to B32 and their kinds). */
final class FramingCases {

    /** What must become of the bytes. */
    enum Expect {
        /** One whole request comes through. */
        PASS,
        /** 400 and the end of the connection; nothing reaches the marketplace. */
        REFUSE,
        /** 431 and the end of the connection. */
        TOO_LARGE
    }

    /** One case: {@code octets} holds one character per octet. */
    record Case(String name, String octets, Expect expect) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String GET = "GET /catalog HTTP/1.1\r\nHost: shop.example\r\n";
    private static final String POST = "POST /listings/l1/offers HTTP/1.1\r\nHost: shop.example\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";

    private final List<Case> cases = new ArrayList<>();

    private FramingCases() {}

    /** All cases. */
    static List<Case> all() {
        FramingCases all = new FramingCases();
        all.controls();
        all.lines();
        all.requestLines();
        all.fields();
        all.lengths();
        all.transferEncodings();
        all.chunks();
        all.singletons();
        return List.copyOf(all.cases);
    }

    private void pass(String name, String octets) {
        cases.add(new Case(name, octets, Expect.PASS));
    }

    private void refuse(String name, String octets) {
        cases.add(new Case(name, octets, Expect.REFUSE));
    }

    private void controls() {
        pass("plain GET", GET + "\r\n");
        pass("one CRLF before the request line", "\r\n" + GET + "\r\n");
        pass("tab inside a value", GET + "X-A: a\tb\r\n\r\n");
        pass("octets above 127 in a value", GET + "X-A: \u00e9\r\n\r\n");
        refuse("two CRLF before the request line", "\r\n\r\n" + GET + "\r\n");
        refuse("B25: LF before the request line", "\n" + GET + "\r\n");
        for (char c = 0; c < 0x20; c++) {
            String octet = Integer.toHexString(c);
            if (c != '\r' && c != '\n') {
                refuse("B25: 0x" + octet + " before the request line", c + GET + "\r\n");
                refuse("0x" + octet + " in the target", "GET /a" + c + "b HTTP/1.1\r\nHost: shop.example\r\n\r\n");
                refuse("0x" + octet + " in a name", GET + "X" + c + "A: 1\r\n\r\n");
            }
            if (c != '\r' && c != '\n' && c != '\t') {
                refuse("0x" + octet + " in a value", GET + "X-A: a" + c + "b\r\n\r\n");
            }
        }
        refuse("DEL in a value", GET + "X-A: a\u007fb\r\n\r\n");
        refuse("a TLS record", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003");
        refuse("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    }

    private void lines() {
        refuse("request line ended by LF", "GET /catalog HTTP/1.1\nHost: shop.example\r\n\r\n");
        refuse("field line ended by LF", GET + "X-A: 1\nX-B: 2\r\n\r\n");
        refuse("head ended by LF", GET + "\n");
        refuse("all lines ended by LF", "GET /catalog HTTP/1.1\nHost: shop.example\n\n");
        refuse("CR in a value", GET + "X-A: 1\rX-B: 2\r\n\r\n");
        refuse("CR CR LF", GET + "X-A: 1\r\r\n\r\n");
        refuse("CR in the target", "GET /a\rb HTTP/1.1\r\nHost: shop.example\r\n\r\n");
    }

    private void requestLines() {
        String host = "\r\nHost: shop.example\r\n\r\n";
        refuse("HTTP/0.9", "GET /catalog" + host);
        refuse("HTTP/0.9 with a version", "GET /catalog HTTP/0.9" + host);
        refuse("HTTP/1.2", "GET /catalog HTTP/1.2" + host);
        refuse("HTTP/2.0", "GET /catalog HTTP/2.0" + host);
        refuse("lower-case version", "GET /catalog http/1.1" + host);
        refuse("version with more digits", "GET /catalog HTTP/1.10" + host);
        refuse("version with a space after it", "GET /catalog HTTP/1.1 " + host);
        refuse("two spaces after the method", "GET  /catalog HTTP/1.1" + host);
        refuse("two spaces before the version", "GET /catalog  HTTP/1.1" + host);
        refuse("tab between the parts", "GET\t/catalog\tHTTP/1.1" + host);
        refuse("space in the target", "GET /a b HTTP/1.1" + host);
        refuse("space before the method", " GET /catalog HTTP/1.1" + host);
        refuse("no method", "/catalog HTTP/1.1" + host);
        refuse("method that is no token", "G(T /catalog HTTP/1.1" + host);
        refuse("octet above 127 in the target", "GET /caf\u00e9 HTTP/1.1" + host);
        refuse("B32: absolute-form", "GET http://other.example/x HTTP/1.1" + host);
        refuse("absolute-form of our own", "GET https://shop.example/catalog HTTP/1.1" + host);
        refuse("authority-form", "CONNECT shop.example:443 HTTP/1.1" + host);
        refuse("asterisk-form", "OPTIONS * HTTP/1.1" + host);
        cases.add(new Case("request line too long", "GET /" + "a".repeat(9000) + " HTTP/1.1" + host, Expect.TOO_LARGE));
        cases.add(new Case("head too large", GET + "X-A: " + "a".repeat(33_000) + "\r\n\r\n", Expect.TOO_LARGE));
    }

    private void fields() {
        refuse("B19: space before the colon", POST + "Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\nhello");
        refuse("B19: tab before the colon", POST + "Transfer-Encoding\t: chunked\r\nContent-Length: 5\r\n\r\nhello");
        refuse("space before the colon of another field", GET + "X-A : 1\r\n\r\n");
        refuse("folded line", GET + "X-A: 1\r\n 2\r\n\r\n");
        refuse("folded line by tab", GET + "X-A: 1\r\n\t2\r\n\r\n");
        refuse("first line folded", "GET /catalog HTTP/1.1\r\n Host: shop.example\r\n\r\n");
        refuse("no colon", GET + "X-A\r\n\r\n");
        refuse("empty name", GET + ": 1\r\n\r\n");
        refuse("name that is no token", GET + "X(A): 1\r\n\r\n");
        refuse("octet above 127 in a name", GET + "X-\u00e9: 1\r\n\r\n");
        refuse("no host", "GET /catalog HTTP/1.1\r\n\r\n");
        refuse("no host in HTTP/1.0", "GET /catalog HTTP/1.0\r\n\r\n");
        refuse("SIG-5: another host", "GET /catalog HTTP/1.1\r\nHost: other.example\r\n\r\n");
        refuse("SIG-5: another port", "GET /catalog HTTP/1.1\r\nHost: shop.example:80\r\n\r\n");
        refuse("SIG-5: host with user information", "GET /catalog HTTP/1.1\r\nHost: a@shop.example\r\n\r\n");
        refuse("SIG-5: empty host", "GET /catalog HTTP/1.1\r\nHost:\r\n\r\n");
        pass("B4: host with the default port and capitals", "GET /catalog HTTP/1.1\r\nHost: Shop.EXAMPLE:443\r\n\r\n");
        pass("B4: host with another configured port", "GET /catalog HTTP/1.1\r\nHost: shop.example:8443\r\n\r\n");
        pass("no space after the colon", "GET /catalog HTTP/1.1\r\nHost:shop.example\r\n\r\n");
        pass("whitespace around a value", "GET /catalog HTTP/1.1\r\nHost: \t shop.example \t\r\n\r\n");
        refuse("Connection names one of ours", GET + "Connection: close, Idempotency-Key\r\n\r\n");
        refuse("Connection names the signature", GET + "Connection: signature\r\n\r\n");
        refuse("Connection names an RCTP field", GET + "Connection: RCTP-Seller\r\n\r\n");
        refuse("Connection names a content field", GET + "Connection: Content-Digest\r\n\r\n");
        refuse("method override", GET + "X-HTTP-Method-Override: POST\r\n\r\n");
        refuse("method override, folded", GET + "X_HTTP_Method: POST\r\n\r\n");
        refuse("method override, third spelling", GET + "X-Method-Override: POST\r\n\r\n");
        refuse("B40: a name that folds to a length", POST + "Content_Length: 5\r\nContent-Length: 0\r\n\r\n");
        refuse("B40: a name that folds to ours", GET + "UCP.Agent: profile=\"https://a.example\"\r\n\r\n");
        refuse("unknown expectation", POST + "Expect: 200-ok\r\nContent-Length: 0\r\n\r\n");
    }

    private void lengths() {
        pass("a body by its length", POST + "Content-Length: 5\r\n\r\nhello");
        pass("an empty body by its length", POST + "Content-Length: 0\r\n\r\n");
        for (String length : List.of("+5", "-5", "5, 5", "5,5", "0x5", "5 5", "", "05", "1e1", "9".repeat(19), "5;")) {
            refuse("B20: length '" + length + "'", POST + "Content-Length: " + length + "\r\n\r\nhello");
        }
        refuse("B20: two equal lengths", POST + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello");
        refuse("B20: two lengths", POST + "Content-Length: 5\r\ncontent-length: 6\r\n\r\nhello!");
        refuse(
                "B20: length and transfer-encoding",
                POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        refuse(
                "B20: transfer-encoding and length",
                POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n");
    }

    private void transferEncodings() {
        pass("chunked", CHUNKED + "5\r\nhello\r\n0\r\n\r\n");
        pass("chunked in capitals", POST + "Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n");
        for (String coding : List.of(
                "identity",
                "gzip",
                "gzip, chunked",
                "chunked, gzip",
                "chunked, chunked",
                "chunked,",
                "xchunked",
                "",
                "\"chunked\"",
                "chunked;q=1",
                "\u000bchunked")) {
            refuse("transfer-encoding '" + coding + "'", POST + "Transfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n");
        }
        refuse(
                "two transfer-encodings",
                POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        refuse(
                "B26: transfer-encoding in HTTP/1.0",
                CHUNKED.replace("HTTP/1.1", "HTTP/1.0") + "5\r\nhello\r\n0\r\n\r\n");
    }

    private void chunks() {
        pass("several chunks, sizes in both cases", CHUNKED + "A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n");
        pass("leading zeros in a size", CHUNKED + "0005\r\nhello\r\n00\r\n\r\n");
        pass("a trailer", CHUNKED + "0\r\nX-A: 1\r\n\r\n");
        refuse("B22: size ended by LF", CHUNKED + "5\nhello\r\n0\r\n\r\n");
        refuse("B22: data ended by LF", CHUNKED + "5\r\nhello\n0\r\n\r\n");
        refuse("B22: last chunk ended by LF", CHUNKED + "0\n\r\n");
        refuse("B22: trailers ended by LF", CHUNKED + "0\r\n\n");
        refuse("B22: trailer ended by LF", CHUNKED + "0\r\nX-A: 1\n\r\n");
        refuse("size ended by CR", CHUNKED + "5\rhello\r\n0\r\n\r\n");
        refuse("B23: extension", CHUNKED + "5;a=b\r\nhello\r\n0\r\n\r\n");
        refuse("B23: extension with a quoted string", CHUNKED + "5;a=\"x\r\ny\"\r\nhello\r\n0\r\n\r\n");
        refuse("B23: extension of the last chunk", CHUNKED + "0;a\r\n\r\n");
        refuse("space after the size", CHUNKED + "5 \r\nhello\r\n0\r\n\r\n");
        refuse("space before the size", CHUNKED + " 5\r\nhello\r\n0\r\n\r\n");
        refuse("size with a sign", CHUNKED + "+5\r\nhello\r\n0\r\n\r\n");
        refuse("negative size", CHUNKED + "-5\r\nhello\r\n0\r\n\r\n");
        refuse("size with 0x", CHUNKED + "0x5\r\nhello\r\n0\r\n\r\n");
        refuse("empty size", CHUNKED + "\r\nhello\r\n0\r\n\r\n");
        refuse("size over 31 bits", CHUNKED + "80000000\r\nhello\r\n0\r\n\r\n");
        refuse("size over 64 bits", CHUNKED + "10000000000000005\r\nhello\r\n0\r\n\r\n");
        refuse("data longer than its size", CHUNKED + "4\r\nhello\r\n0\r\n\r\n");
        refuse("data shorter than its size", CHUNKED + "6\r\nhello\r\n0\r\n\r\n");
        refuse("trailer that is no field line", CHUNKED + "0\r\nX-A\r\n\r\n");
        refuse("trailer with a space before the colon", CHUNKED + "0\r\nX-A : 1\r\n\r\n");
        refuse("folded trailer", CHUNKED + "0\r\n X-A: 1\r\n\r\n");
        refuse("trailer that frames", CHUNKED + "0\r\nContent-Length: 5\r\n\r\n");
        refuse("trailer that authorizes", CHUNKED + "0\r\nAuthorization: Bearer x\r\n\r\n");
        refuse("trailer of ours", CHUNKED + "0\r\nRCTP_Seller: s1\r\n\r\n");
        refuse("control in a trailer", CHUNKED + "0\r\nX-A: \u0001\r\n\r\n");
        refuse("trailers too large", CHUNKED + "0\r\nX-A: " + "a".repeat(9000) + "\r\n\r\n");
    }

    private void singletons() {
        for (String name : List.of(
                "Host",
                "Authorization",
                "UCP-Agent",
                "Idempotency-Key",
                "Content-Type",
                "Signature-Agent",
                "Request-Id",
                "Expect")) {
            String line = name + ": " + (name.equals("Host") ? "shop.example" : "100-continue") + "\r\n";
            refuse("B41: two " + name, GET + line + line.toLowerCase(java.util.Locale.ROOT) + "\r\n");
        }
        pass(
                "two signatures lines, for the verifier to judge",
                GET + "Signature: a=:AA==:\r\nSignature: b=:AA==:\r\n\r\n");
    }
}
