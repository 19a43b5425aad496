package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.BaseText.Line;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What signers do to a base as a whole: its names, its order, what stands between and behind its lines, what is signed at all. */
final class LayoutChanges {

    private static final List<String> OFTEN_COVERED = List.of(
            "@method",
            "@authority",
            "@scheme",
            "@target-uri",
            "@path",
            "@query",
            "authorization",
            "content-digest",
            "content-length",
            "content-type",
            "date",
            "host",
            "idempotency-key",
            "request-id",
            "signature-agent",
            "ucp-agent");

    private final CapturedRequest request;
    private final RequestMessage message;
    private final List<Change> changes = new ArrayList<>();

    private LayoutChanges(CapturedRequest request, RequestMessage message) {
        this.request = request;
        this.message = message;
    }

    static List<Change> of(CapturedRequest request, RequestMessage message, BaseText expected) {
        LayoutChanges all = new LayoutChanges(request, message);
        all.ends();
        all.names();
        all.order(expected);
        all.missing(expected);
        all.extra(expected);
        all.octets();
        return all.changes;
    }

    private void ends() {
        add(Mistake.BASE_NEWLINE_END, "The signer's base ends with a newline.", "end", base -> base.withEnd(true));
        add(
                Mistake.BASE_CRLF,
                "The signer's base has CRLF between its lines.",
                "newline",
                base -> base.withNewline("\r\n"));
        add(
                Mistake.BASE_SEPARATOR,
                "The signer's base has no space after the colons.",
                "separator",
                base -> base.withSeparator(":"));
    }

    private void names() {
        Map<String, String> written = new TreeMap<>();
        request.lines()
                .forEach(line -> written.putIfAbsent(line.name().toLowerCase(java.util.Locale.ROOT), line.name()));
        names("The signer's base has no quotes around names.", line -> line.named(bare(line)));
        names(
                "The signer's base has no quotes around names but @signature-params.",
                line -> line.isParams() ? line : line.named(bare(line)));
        names(
                "The signer's base has no quotes around @signature-params.",
                line -> line.isParams() ? line.named(bare(line)) : line);
        names(
                "The signer's base has header names in the case of the header.",
                line -> line.named("\"" + written.getOrDefault(line.component(), line.component()) + "\""));
        names(
                "The signer's base has header names in the case of the header, without quotes.",
                line -> line.named(written.getOrDefault(line.component(), line.component())));
    }

    private static String bare(Line line) {
        return line.name().replace("\"", "");
    }

    private void names(String sentence, UnaryOperator<Line> change) {
        add(Mistake.BASE_NAMES, sentence, "names", base -> base.mapLines(change));
    }

    private void order(BaseText expected) {
        List<Line> components = expected.lines().subList(0, expected.lines().size() - 1);
        order(
                "by name",
                components.stream().sorted(Comparator.comparing(Line::name)).toList(),
                expected);
        order("backwards", components.reversed(), expected);
        List<String> sent =
                message.fields().lines().stream().map(field -> field.name()).toList();
        order(
                "as the header has them, @ first",
                components.stream()
                        .sorted(Comparator.comparing(
                                        (Line line) -> !line.component().startsWith("@"))
                                .thenComparingInt(line -> sent.indexOf(line.component())))
                        .toList(),
                expected);
        order(
                "with @ last",
                components.stream()
                        .sorted(Comparator.comparing(
                                (Line line) -> line.component().startsWith("@")))
                        .toList(),
                expected);
        List<Line> all = expected.lines();
        List<Line> paramsFirst = new ArrayList<>(List.of(all.getLast()));
        paramsFirst.addAll(components);
        add(
                Mistake.LINES_ORDER,
                "The signer's base begins with @signature-params.",
                "order",
                base -> base.withLines(inOrder(base.lines(), paramsFirst)));
    }

    private void order(String words, List<Line> order, BaseText expected) {
        List<Line> all = new ArrayList<>(order);
        all.add(expected.lines().getLast());
        add(
                Mistake.LINES_ORDER,
                "The signer's base has its lines " + words + ".",
                "order",
                base -> base.withLines(inOrder(base.lines(), all)));
    }

    private static List<Line> inOrder(List<Line> lines, List<Line> order) {
        List<String> names = order.stream().map(Line::component).toList();
        return lines.stream()
                .sorted(Comparator.comparingInt(line -> names.indexOf(line.component())))
                .toList();
    }

    private void missing(BaseText expected) {
        for (Line gone : expected.lines()) {
            Mistake mistake = gone.isParams() ? Mistake.PARAMS_MISSING : Mistake.LINE_MISSING;
            add(
                    mistake,
                    "The signer's base has no line for " + gone.component() + ".",
                    gone.name(),
                    base -> base.withLines(base.lines().stream()
                            .filter(line -> !line.component().equals(gone.component()))
                            .toList()));
        }
    }

    private void extra(BaseText expected) {
        List<String> there = expected.lines().stream().map(Line::component).toList();
        for (String name : OFTEN_COVERED) {
            String value = there.contains(name) ? null : ComponentText.of(message, name);
            if (value != null) {
                Line line = new Line(name, "\"" + name + "\"", value);
                extra("The signer's base has a line for " + name + ", which Signature-Input doesn't list.", 1, line);
                extra(
                        "The signer's base begins with a line for " + name + ", which Signature-Input doesn't list.",
                        0,
                        line);
            }
        }
    }

    private void extra(String sentence, int fromEnd, Line line) {
        add(Mistake.LINE_EXTRA, sentence, "extra", base -> {
            List<Line> lines = new ArrayList<>(base.lines());
            lines.add(fromEnd == 0 ? 0 : Math.max(0, lines.size() - fromEnd), line);
            return base.withLines(lines);
        });
    }

    private void octets() {
        add(
                Mistake.BASE_ENCODING,
                "The signer's base is in UTF-8, the header is not.",
                "octets",
                base -> base.withOctets(text -> text.getBytes(StandardCharsets.UTF_8)));
        add(
                Mistake.BASE_ENCODING,
                "The signer's base is in ISO 8859-1, the header is in UTF-8.",
                "octets",
                base -> base.withOctets(
                        text -> new String(latin(text), StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1)));
        String twice = "The signer hashed the base, and the signing function hashed that again.";
        add(Mistake.HASHED_TWICE, twice, "octets", base -> base.withOctets(text -> Sha256.bytes(latin(text))));
        add(
                Mistake.HASHED_TWICE,
                "The signer signed the hex text of the base's hash.",
                "octets",
                base -> base.withOctets(text -> latin(HexFormat.of().formatHex(Sha256.bytes(latin(text))))));
        add(
                Mistake.HASHED_TWICE,
                "The signer signed the base64 of the base's hash.",
                "octets",
                base -> base.withOctets(text -> Base64.getEncoder().encode(Sha256.bytes(latin(text)))));
        add(
                Mistake.BASE_ENCODING,
                "The signer signed the base64 of the base.",
                "octets",
                base -> base.withOctets(text -> Base64.getEncoder().encode(latin(text))));
        add(
                Mistake.BODY_SIGNED,
                "The signature is one of the body alone.",
                "octets",
                base -> base.withOctets(text -> request.body()));
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void add(Mistake mistake, String sentence, String place, UnaryOperator<BaseText> to) {
        changes.add(new Change(mistake, sentence, place, to));
    }
}
