package dev.rctp.gateway.explain;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/** The mistakes that signers make, each with what it has to be called; a request is right but for what stands here. */
final class TypicalMistakes {

    /**
     * One mistake.
     *
     * @param name what the signer did
     * @param made makes a right signer do it
     * @param expected the codes that have to be named, and no others
     */
    record Case(String name, Consumer<Signer> made, List<String> expected) {
        @Override
        public String toString() {
            return name + ": " + String.join(", ", expected);
        }
    }

    private static final long NOW = Signer.NOW.getEpochSecond();
    private final List<Case> cases = new ArrayList<>();

    private TypicalMistakes() {}

    static List<Case> all() {
        TypicalMistakes all = new TypicalMistakes();
        all.signatures();
        all.targets();
        all.fields();
        all.bases();
        all.parameters();
        all.inputs();
        all.callers();
        all.digests();
        all.times();
        all.combined();
        return all.cases;
    }

    private void add(String name, Consumer<Signer> made, String... expected) {
        cases.add(new Case(name, made, List.of(expected)));
    }

    private void signatures() {
        add("DER instead of r and s", s -> s.signature = Signer::der, "signature-der");
        add(
                "base64url",
                s -> {
                    s.signature = bytes -> bytes;
                    s.encoding =
                            b -> ":" + Base64.getUrlEncoder().withoutPadding().encodeToString(b) + ":";
                    s.spelled = text -> text.contains("-") || text.contains("_");
                },
                "signature-base64url");
        add("hex", s -> s.encoding = b -> ":" + HexFormat.of().formatHex(b) + ":", "signature-hex");
        add(
                "a quoted string",
                s -> s.encoding = b -> "\"" + Base64.getEncoder().encodeToString(b) + "\"",
                "signature-not-bytes");
        add("no colons", s -> s.encoding = b -> Base64.getEncoder().encodeToString(b), "signature-not-bytes");
        add("base64 of base64", s -> s.signature = b -> Base64.getEncoder().encode(b), "signature-base64-twice");
        add("half of the signature", s -> s.signature = b -> Arrays.copyOf(b, 32), "signature-length");
        add("the base's hash was signed", s -> s.octets = t -> Sha256.bytes(utf8(t)), "hashed-twice");
        add(
                "the hex of the base's hash was signed",
                s -> s.octets = t -> utf8(HexFormat.of().formatHex(Sha256.bytes(utf8(t)))),
                "hashed-twice");
        add("the body was signed", s -> s.octets = t -> utf8(s.body), "body-signed");
    }

    private void targets() {
        add("port in the authority", replaced("agents.shop.example\n", "agents.shop.example:443\n"), "authority-port");
        add("authority with a scheme", replaced(": agents.", ": https://agents."), "authority-other");
        add(
                "authority as in Host, upper case",
                s -> {
                    s.host = "Agents.Shop.example";
                    s.base = t -> t.replace("agents.shop.example", "Agents.Shop.example");
                },
                "authority-case");
        add("the internal host", replaced(": agents.shop.example", ": localhost"), "authority-other");
        add("method in lower case", replaced(": POST", ": post"), "method-case");
        add(
                "query in @path",
                after(
                        s -> s.query(),
                        s -> s.base = t -> t.replace("\"@path\": /listings/l_1/answers", "\"@path\": " + s.target)),
                "path-query");
        add(
                "path decoded",
                s -> {
                    s.target = "/listings/caf%C3%A9/answers";
                    s.base = t -> t.replace("caf%C3%A9", "caf\u00e9");
                },
                "path-decoded");
        add("a trailing slash", replaced("/answers\n", "/answers/\n"), "path-slash");
        add("a path without its prefix", replaced("/listings/l_1/answers\n", "/l_1/answers\n"), "path-other");
        add("the whole URL as path", replaced(": /listings", ": https://agents.shop.example/listings"), "path-other");
        add("@query without ?", after(s -> s.query(), replaced("\"@query\": ?", "\"@query\": ")), "query-mark");
        add("query decoded", after(s -> s.query(), replaced("a%20b", "a b")), "query-other");
        add("query sorted", after(s -> s.query(), replaced("?b=2&a=a%20b", "?a=a%20b&b=2")), "query-other");
        add(
                "http in @target-uri",
                s -> {
                    s.components.add("@target-uri");
                    s.base = t -> t.replace(": https://agents", ": http://agents");
                },
                "target-uri");
    }

    private void fields() {
        add(
                "content-type with a charset",
                replaced("application/json", "application/json; charset=utf-8"),
                "header-changed");
        add(
                "a header's value in lower case",
                after(note("Two  Words"), replaced("Two  Words", "two  words")),
                "header-case");
        add(
                "whitespace folded in a header",
                after(note("Two  Words"), replaced("Two  Words", "Two Words")),
                "header-whitespace");
        add(
                "lines joined without a space",
                s -> {
                    note("one").accept(s);
                    s.fields.add(new Signer.Field("X-Note", "two"));
                    s.base = t -> t.replace("one, two", "one,two");
                },
                "header-joined");
        add(
                "only the last of two lines",
                s -> {
                    note("one").accept(s);
                    s.fields.add(new Signer.Field("X-Note", "two"));
                    s.base = t -> t.replace("one, two", "two");
                },
                "header-joined");
        add("the token without Bearer", replaced("Bearer " + Signer.TOKEN, Signer.TOKEN), "header-changed");
        add(
                "the profile URL alone",
                replaced("profile=\"https://ops.example/.well-known/ucp\"", "https://ops.example/.well-known/ucp"),
                "header-changed");
    }

    private void bases() {
        add("newline at the end of the base", s -> s.base = t -> t + "\n", "base-newline-end");
        add("CRLF between lines", replaced("\n", "\r\n"), "base-crlf");
        add("no space after the colons", replaced("\": ", "\":"), "base-separator");
        add(
                "names without quotes in the base",
                s -> s.base = t -> t.replaceAll("(?m)^\"([^\"]+)\"", "$1"),
                "base-names");
        add(
                "header names as in the header",
                replaced("\"content-type\": ", "\"Content-Type\": ").andThen(s -> {
                    s.base = t -> t.replace("\"content-digest\": ", "\"Content-Digest\": ")
                            .replace("\"content-type\": ", "\"Content-Type\": ")
                            .replace("\"authorization\": ", "\"Authorization\": ")
                            .replace("\"ucp-agent\": ", "\"UCP-Agent\": ");
                }),
                "base-names");
        add("lines in alphabetical order", s -> s.base = TypicalMistakes::sorted, "lines-order");
        add("a line missing", s -> s.base = t -> t.replaceFirst("\"content-type\": .*\n", ""), "line-missing");
        add(
                "a line too many",
                s -> s.base =
                        t -> t.replace("\"@signature-params\"", "\"host\": agents.shop.example\n\"@signature-params\""),
                "line-extra");
    }

    private void parameters() {
        add(
                "parameters in another order",
                s -> s.base = t -> t.replaceFirst("(;created=\\d+)(;keyid=.*)", "$2$1"),
                "params-order");
        add(
                "no @signature-params line",
                s -> s.base = t -> t.replaceFirst("\n\"@signature-params\".*", ""),
                "params-missing");
        add("the label in @signature-params", replaced("params\": (", "params\": sig1=("), "params-label");
        add("alg in the base only", s -> s.base = t -> t + ";alg=\"ecdsa-p256-sha256\"", "params-other");
        add("created not in the base", s -> s.base = t -> t.replaceFirst(";created=\\d+", ""), "params-other");
        add(
                "spaces behind the semicolons",
                s -> {
                    s.base = t -> t.replace(";created", "; created").replace(";keyid", "; keyid");
                    s.input = t -> t.replace(";created", "; created").replace(";keyid", "; keyid");
                },
                "params-spelling");
    }

    private void inputs() {
        add(
                "components without quotes",
                s -> s.input = t -> t.replaceAll("\\(.*\\)", "(" + String.join(" ", s.components) + ")"),
                "components-unquoted");
        add("commas between components", s -> s.input = t -> t.replace("\" \"", "\", \""), "components-comma");
        add(
                "a component in upper case",
                s -> s.input = t -> t.replace("content-type", "Content-Type"),
                "component-case");
        add("a component twice", s -> s.input = t -> t.replace("\"@path\"", "\"@path\" \"@path\""), "component-twice");
        add(
                "created in quotes",
                s -> s.input = t -> t.replaceFirst("created=(\\d+)", "created=\"$1\""),
                "parameter-type");
        add(
                "an unknown component",
                s -> s.input = t -> t.replace("\"@path\"", "\"@path\" \"@host\""),
                "component-unknown");
        add(
                "a covered trailer",
                s -> s.input = t -> t.replace("\"@path\"", "\"@path\" \"x-end\";tr"),
                "trailer-covered");
        add(
                "a component of the request an answer is for",
                s -> s.input = t -> t.replace("\"@path\"", "\"@path\" \"@method\";req"),
                "component-unknown");
        add("another label", s -> s.label = "sig", "label-not-sig1");
        add("two labels", s -> s.sent = t -> t.replace("Signature: sig1", "Signature: sig2"), "labels-differ");
        add(
                "a label twice",
                s -> s.sent = t -> t.replace("Signature: sig1", "Signature: sig1=:AAAA:, sig1"),
                "label-twice");
        add(
                "a covered header that isn't sent",
                s -> {
                    note("here").accept(s);
                    s.sent = t -> t.replace("X-Note: here\r\n", "");
                },
                "component-absent");
        add("no signature", s -> s.sent = t -> t.replaceAll("Signature.*\r\n", ""), "unsigned");
        add("no Signature-Input", s -> s.sent = t -> t.replaceAll("Signature-Input.*\r\n", ""), "half-signed");
        add(
                "the draft's signature",
                s -> s.sent = t -> t.replaceAll("Signature-Input.*\r\n", "")
                        .replaceAll(
                                "Signature: .*\r\n",
                                "Signature: keyId=\"k\",algorithm=\"hs2019\",headers=\"(request-target) date\",signature=\"AAAA\"\r\n"),
                "cavage-draft");
    }

    private void callers() {
        add(
                "no UCP-Agent",
                s -> {
                    s.without("UCP-Agent");
                    s.components.remove("ucp-agent");
                },
                "agent-missing");
        add(
                "UCP-Agent is a bare URL",
                s -> s.with("UCP-Agent", "https://ops.example/.well-known/ucp"),
                "agent-malformed");
        add("no keyid", s -> s.parameters = ";created=" + NOW, "keyid-missing");
        add("a name as keyid", s -> s.parameters = ";created=" + NOW + ";keyid=\"key-1\"", "keyid-not-thumbprint");
        add(
                "the thumbprint in hex",
                s -> s.parameters = ";created=" + NOW + ";keyid=\""
                        + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(s.keyId)) + "\"",
                "keyid-not-thumbprint");
        add("alg as JOSE writes it", s -> s.parameters(";created=" + NOW + ";alg=\"ES256\""), "alg-mismatch");
        add("a tag of another application", s -> s.parameters(";created=" + NOW + ";tag=\"other\""), "tag-other");
        add("content-type not covered", s -> s.components.remove("content-type"), "uncovered");
        add(
                "@authority and @path not covered",
                s -> s.components.removeAll(List.of("@authority", "@path")),
                "uncovered",
                "uncovered");
        add("query not covered", s -> s.target += "?a=1", "uncovered");
        add("token not covered", s -> s.components.remove("authorization"), "bearer-uncovered");
    }

    private void digests() {
        add(
                "digest of the indented JSON",
                s -> s.with(
                        "Content-Digest",
                        Signer.digest("{\n  \"text\": \"It is.\",\n  \"n\": [\n    1,\n    2\n  ]\n}")),
                "digest-reserialized");
        add(
                "digest of the JSON as Python writes it",
                s -> s.with("Content-Digest", Signer.digest("{\"text\": \"It is.\", \"n\": [1, 2]}")),
                "digest-reserialized");
        add(
                "digest of the JSON with sorted members",
                s -> s.with("Content-Digest", Signer.digest("{\"n\":[1,2],\"text\":\"It is.\"}")),
                "digest-reserialized");
        add(
                "digest of the body and a newline",
                s -> s.with("Content-Digest", Signer.digest(s.body + "\n")),
                "digest-other-bytes");
        add("digest of nothing", s -> s.with("Content-Digest", Signer.digest("")), "digest-other-bytes");
        add("digest of another body", s -> s.with("Content-Digest", Signer.digest("another")), "digest-mismatch");
        add(
                "digest of the hash's hex",
                s -> s.with(
                        "Content-Digest",
                        "sha-256=:"
                                + Base64.getEncoder()
                                        .encodeToString(utf8(HexFormat.of().formatHex(Sha256.bytes(utf8(s.body)))))
                                + ":"),
                "digest-encoding");
        add(
                "digest without colons",
                s -> s.with("Content-Digest", Signer.digest(s.body).replace(":", "")),
                "digest-malformed");
        add(
                "digest as SHA-256",
                s -> s.with("Content-Digest", Signer.digest(s.body).replace("sha", "SHA")),
                "digest-malformed");
        add("sha-512 only", s -> s.with("Content-Digest", "sha-512=:AAAA:"), "digest-no-sha256");
        add(
                "no Content-Digest",
                s -> {
                    s.without("Content-Digest");
                    s.components.remove("content-digest");
                },
                "uncovered",
                "digest-missing");
        add(
                "the older Digest header",
                s -> {
                    s.without("Content-Digest")
                            .with("Digest", "SHA-256=" + Signer.digest(s.body).replaceAll(".*=:|:$", ""));
                    s.components.remove("content-digest");
                },
                "uncovered",
                "digest-header-old");
    }

    private void times() {
        add("created in milliseconds", s -> s.parameters(";created=" + NOW + "000"), "created-milliseconds");
        add("a signature of ten minutes ago", s -> s.parameters(";created=" + (NOW - 600)), "expired");
        add("a clock that is two minutes ahead", s -> s.parameters(";created=" + (NOW + 120)), "created-ahead");
        add(
                "expires has passed",
                s -> s.parameters(";created=" + (NOW - 60) + ";expires=" + (NOW - 1)),
                "expires-passed");
        add("expires as a duration", s -> s.parameters(";created=" + NOW + ";expires=300"), "expires-before-created");
    }

    private void combined() {
        add(
                "DER, and a port in the authority",
                s -> {
                    s.signature = Signer::der;
                    s.base = t -> t.replace("example\n", "example:443\n");
                },
                "signature-der",
                "authority-port");
        add(
                "newline at the end, and the method in lower case",
                s -> s.base = t -> t.replace("POST", "post") + "\n",
                "base-newline-end",
                "method-case");
        add(
                "as the draft wrote bases: no quotes, no parameters",
                s -> s.base =
                        t -> t.replaceFirst("\n\"@signature-params\".*", "").replaceAll("(?m)^\"([^\"]+)\"", "$1"),
                "base-names",
                "params-missing");
        add(
                "DER, no colons, digest of other JSON, too old",
                s -> {
                    s.signature = Signer::der;
                    s.encoding = b -> Base64.getEncoder().encodeToString(b);
                    s.parameters(";created=" + (NOW - 9_000))
                            .with("Content-Digest", Signer.digest("{\"text\": \"It is.\", \"n\": [1, 2]}"));
                },
                "signature-not-bytes",
                "signature-der",
                "digest-reserialized",
                "expired");
    }

    private static Consumer<Signer> replaced(String from, String to) {
        return s -> s.base = text -> text.replace(from, to);
    }

    private static Consumer<Signer> after(Consumer<Signer> first, Consumer<Signer> then) {
        return first.andThen(then);
    }

    private static Consumer<Signer> note(String value) {
        return s -> {
            s.with("X-Note", value);
            s.components.add("x-note");
        };
    }

    private static String sorted(String base) {
        List<String> lines = new ArrayList<>(List.of(base.split("\n", -1)));
        String params = lines.removeLast();
        lines.sort(String::compareTo);
        return String.join("\n", lines) + "\n" + params;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
