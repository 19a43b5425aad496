package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Component;
import dev.rctp.msgsig.MalformedSignatureException;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureBase;
import dev.rctp.msgsig.SignatureInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A signature base as a signer may have written it (RFC 9421 2.5); the expected one comes from msgsig.
 *
 * @param lines component lines and, last, that of {@code @signature-params}
 * @param separator between name and value
 * @param newline between lines
 * @param end behind the last line
 * @param octets makes the octets that go into the signing function
 */
record BaseText(List<Line> lines, String separator, String newline, String end, Function<String, byte[]> octets) {

    private static final String PARAMS = "\"@signature-params\"";

    /**
     * One line.
     *
     * @param component its component's name, which stays while the line changes
     * @param name what stands before the separator
     * @param value what stands behind it
     */
    record Line(String component, String name, String value) {

        Line named(String other) {
            return new Line(component, other, value);
        }

        Line valued(String other) {
            return new Line(component, name, other);
        }

        boolean isParams() {
            return component.equals("@signature-params");
        }
    }

    /** Keeps its own copy of the lines. */
    BaseText {
        lines = List.copyOf(lines);
    }

    /** The base that a verifier makes of the request; components that it lacks have no line and are added to {@code absent}. */
    static BaseText expected(RequestMessage request, SignatureInput input, List<Component> absent) {
        List<Line> lines = new ArrayList<>();
        for (Component component : input.components()) {
            try {
                String identifier = component.identifier();
                String base = SignatureBase.ofRequest(request, ComponentText.single(identifier))
                        .toString();
                String line = base.substring(0, base.indexOf('\n'));
                lines.add(new Line(component.name(), identifier, line.substring(identifier.length() + 2)));
            } catch (MalformedSignatureException e) {
                absent.add(component);
            }
        }
        lines.add(new Line("@signature-params", PARAMS, input.serialize()));
        return new BaseText(lines, ": ", "\n", "", text -> text.getBytes(StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
        return octets.apply(text());
    }

    String text() {
        return lines.stream()
                .map(line -> line.name() + separator + line.value())
                .collect(Collectors.joining(newline, "", end));
    }

    BaseText withLines(List<Line> others) {
        return new BaseText(others, separator, newline, end, octets);
    }

    BaseText mapLines(UnaryOperator<Line> change) {
        return withLines(lines.stream().map(change).toList());
    }

    BaseText withSeparator(String other) {
        return new BaseText(lines, other, newline, end, octets);
    }

    BaseText withNewline(String other) {
        return new BaseText(lines, separator, other, end.isEmpty() ? "" : other, octets);
    }

    BaseText withEnd(boolean more) {
        return new BaseText(lines, separator, newline, more ? newline : "", octets);
    }

    BaseText withOctets(Function<String, byte[]> other) {
        return new BaseText(lines, separator, newline, end, other);
    }
}
