package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.BaseText.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What signers put into single lines of a base instead of the right value. */
final class LineChanges {

    private final CapturedRequest request;
    private final TargetValues target;
    private final FieldValues fields;

    LineChanges(CapturedRequest request, Vantage vantage) {
        this.request = request;
        this.target = new TargetValues(request, vantage);
        this.fields = new FieldValues(request);
    }

    /**
     * A value that a signer may have used.
     *
     * @param mistake what kind of mistake it is
     * @param text the value
     * @param sentence what the signer did
     */
    record Value(Mistake mistake, String text, String sentence) {}

    /** One change for each other value of each line; the same value is tried once. */
    List<Change> of(BaseText expected) {
        List<Change> changes = new ArrayList<>();
        for (Line line : expected.lines()) {
            if (!line.isParams()) {
                Map<String, Value> values = new LinkedHashMap<>();
                values(line).forEach(value -> values.putIfAbsent(value.text(), value));
                values.remove(line.value());
                values.values().forEach(value -> changes.add(change(line, value)));
            }
        }
        return changes;
    }

    private List<Value> values(Line line) {
        return line.component().startsWith("@")
                ? target.of(line.component(), line.value())
                : fields.of(line.component(), line.value(), request.body());
    }

    private static Change change(Line of, Value value) {
        return new Change(
                value.mistake(),
                value.sentence(),
                of.name(),
                base -> base.mapLines(
                        line -> line.component().equals(of.component()) ? line.valued(value.text()) : line));
    }
}
