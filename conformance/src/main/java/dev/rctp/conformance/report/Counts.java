package dev.rctp.conformance.report;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How many there are of each standing. */
public record Counts(Map<Standing, Integer> byStanding) {

    /** Keeps its own copy. */
    public Counts {
        byStanding = Map.copyOf(byStanding);
    }

    /** Of these findings. */
    static Counts of(List<Finding> findings) {
        Map<Standing, Integer> counted = new EnumMap<>(Standing.class);
        findings.forEach(one -> counted.merge(one.standing(), 1, Integer::sum));
        return new Counts(counted);
    }

    /** Of this standing. */
    public int of(Standing standing) {
        return byStanding.getOrDefault(standing, 0);
    }

    /** Of all. */
    public int total() {
        return byStanding.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Those that there are, the gravest first: {@code 2 failed, 31 passed}. */
    public String text() {
        return Arrays.stream(Standing.values())
                .filter(one -> of(one) > 0)
                .map(one -> of(one) + " " + one.text() + (plural(one) && of(one) > 1 ? "s" : ""))
                .collect(Collectors.joining(", "));
    }

    private static boolean plural(Standing standing) {
        return switch (standing) {
            case STALE, FAULT, WARNED, EXPECTED -> true;
            case FAILED, BLOCKED, SKIPPED, NOT_APPLICABLE, PASSED -> false;
        };
    }
}
