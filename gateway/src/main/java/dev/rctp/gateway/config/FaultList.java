package dev.rctp.gateway.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers what is wrong with a file; the first finding about a value stands for those that follow from it. */
final class FaultList {

    private final Map<String, Integer> lines;
    private final List<ConfigFault> faults = new ArrayList<>();
    private final Set<String> assumed = new HashSet<>();

    /** Takes the lines of the file's values by JSON pointer. */
    FaultList(Map<String, Integer> lines) {
        this.lines = lines;
    }

    /** Whatever is found at this path is passed over: its value is taken for good. */
    void assumeGood(String path) {
        assumed.add(path);
    }

    void add(String path, String message) {
        if (!assumed.contains(path)
                && faults.stream().noneMatch(fault -> fault.path().equals(path))) {
            faults.add(new ConfigFault(path, line(path), message));
        }
    }

    /** The value's own line, or that of what should hold it. */
    private @Nullable Integer line(String path) {
        for (String p = path; !p.isEmpty(); p = p.substring(0, p.lastIndexOf('/'))) {
            Integer line = lines.get(p);
            if (line != null) {
                return line;
            }
        }
        return null;
    }

    /** All faults in the file's order, those without a line last. */
    List<ConfigFault> sorted() {
        Comparator<ConfigFault> byLine =
                Comparator.comparing(ConfigFault::line, Comparator.nullsLast(Comparator.naturalOrder()));
        return faults.stream().sorted(byLine.thenComparing(ConfigFault::path)).toList();
    }
}
