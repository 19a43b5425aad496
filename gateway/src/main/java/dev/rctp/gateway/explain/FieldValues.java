package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.LineChanges.Value;
import dev.rctp.msgsig.ContentDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What signers take for the values of header fields (RFC 9421 2.1). */
final class FieldValues {

    private final CapturedRequest request;

    FieldValues(CapturedRequest request) {
        this.request = request;
    }

    List<Value> of(String name, String right, byte[] body) {
        List<Value> values = new ArrayList<>();
        List<String> written = request.raw(name);
        joined(values, name, written.stream().map(String::strip).toList());
        spaced(values, name, right, written);
        special(values, name, right, body);
        cased(values, name, right);
        values.add(changed(name, "", "nothing"));
        return values;
    }

    private static void joined(List<Value> values, String name, List<String> lines) {
        if (lines.size() < 2) {
            return;
        }
        String sentence = "The signer joined the lines of " + name + " in another way.";
        for (String separator : List.of(",", "\n", " ", ";", "; ", "")) {
            values.add(new Value(Mistake.HEADER_JOINED, String.join(separator, lines), sentence));
        }
        values.add(new Value(Mistake.HEADER_JOINED, String.join(", ", lines.reversed()), sentence));
        values.add(new Value(
                Mistake.HEADER_JOINED, lines.getFirst(), "The signer took only the first line of " + name + "."));
        values.add(new Value(
                Mistake.HEADER_JOINED, lines.getLast(), "The signer took only the last line of " + name + "."));
    }

    private static void spaced(List<Value> values, String name, String right, List<String> written) {
        String sentence = "The signer has other whitespace in " + name + ".";
        List<String> others = new ArrayList<>(List.of(
                String.join(",", written),
                String.join(", ", written),
                " " + right,
                right + " ",
                right.replaceAll("\\s+", " "),
                right.replaceAll("\\s+", ""),
                right.replaceAll("\\s{0,9}([,;=])\\s{0,9}", "$1"),
                right.replaceAll("([,;])\\s{0,9}", "$1 ")));
        others.add(right.replaceAll("\t", " "));
        others.forEach(other -> values.add(new Value(Mistake.HEADER_WHITESPACE, other, sentence)));
    }

    private static void cased(List<Value> values, String name, String right) {
        for (String other : List.of(right.toLowerCase(Locale.ROOT), right.toUpperCase(Locale.ROOT))) {
            values.add(new Value(Mistake.HEADER_CASE, other, "The signer has " + name + " in another case."));
        }
    }

    private void special(List<Value> values, String name, String right, byte[] body) {
        switch (name) {
            case "content-type" -> contentType(values, right);
            case "content-digest" -> contentDigest(values, right, body);
            case "authorization" -> authorization(values, right);
            case "ucp-agent" -> agent(values, right);
            default -> {}
        }
        boolean quoted = right.length() > 1 && right.startsWith("\"") && right.endsWith("\"");
        String other = quoted ? right.substring(1, right.length() - 1) : "\"" + right + "\"";
        values.add(changed(name, other, quoted ? "the value without its quotes" : "the value in quotes"));
    }

    private static void contentType(List<Value> values, String right) {
        String plain = right.replaceFirst("\\s{0,9};.*", "");
        values.add(changed("content-type", plain, "the type without its parameters"));
        for (String charset : List.of("; charset=utf-8", ";charset=utf-8", "; charset=UTF-8", ";charset=UTF-8")) {
            values.add(changed("content-type", plain + charset, "the type with a charset"));
        }
        for (String type :
                List.of("application/json", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded")) {
            values.add(changed("content-type", type, "the type " + type));
        }
    }

    private static void contentDigest(List<Value> values, String right, byte[] body) {
        values.add(changed("content-digest", right.replace(":", ""), "the digest without its colons"));
        values.add(changed("content-digest", right.replaceFirst("sha-256=:?([^:]*):?", "$1"), "the bare base64"));
        values.add(changed("content-digest", right.replace("sha-256", "SHA-256"), "SHA-256 in upper case"));
        values.add(changed(
                "content-digest",
                right.replace("sha-256=:", "SHA-256=").replaceFirst(":$", ""),
                "the form of the older Digest header"));
        values.add(changed("content-digest", ContentDigest.of(body), "the digest of this body"));
        BodyForms.of(body)
                .forEach(form -> values.add(
                        changed("content-digest", ContentDigest.of(form.bytes()), "the digest of " + form.words())));
        if (right.contains(",")) {
            for (String member : right.split(",\\s*", -1)) {
                values.add(changed("content-digest", member, "one of the digests"));
            }
        }
    }

    private static void authorization(List<Value> values, String right) {
        String token = right.replaceFirst("(?i)^[a-z]+\\s+", "");
        values.add(changed("authorization", token, "the token alone"));
        for (String scheme : List.of("bearer ", "BEARER ", "Bearer: ", "Bearer  ")) {
            values.add(changed("authorization", scheme + token, "another spelling of Bearer"));
        }
    }

    private static void agent(List<Value> values, String right) {
        String url = right.replaceFirst(".*profile=\"?([^\",;]*)\"?.*", "$1");
        values.add(changed("ucp-agent", url, "the URL alone"));
        values.add(changed("ucp-agent", "\"" + url + "\"", "the URL alone, in quotes"));
        values.add(changed("ucp-agent", "profile=" + url, "the URL without quotes"));
        values.add(changed("ucp-agent", "profile=\"" + url + "\"", "the profile without what else stands there"));
    }

    private static Value changed(String name, String text, String words) {
        return new Value(Mistake.HEADER_CHANGED, text, "The signer has " + words + " for " + name + ".");
    }
}
