package dev.rctp.conformance.report;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.run.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A finished run, without secrets.
 *
 * @param runId a random name of the run
 * @param started when
 * @param took how long
 * @param runner the runner's version
 * @param target the target's base URL
 * @param profiles the plan's profiles, in order
 * @param planDigest of the plan file's octets: {@code sha-256:} and hexadecimal digits
 * @param only what {@code --only} named; empty for a whole run
 * @param findings in the protocol's order
 */
public record Report(
        String runId,
        Instant started,
        Duration took,
        String runner,
        String target,
        List<String> profiles,
        String planDigest,
        List<String> only,
        List<Finding> findings) {

    /** Keeps its own copies. */
    public Report {
        profiles = List.copyOf(profiles);
        only = List.copyOf(only);
        findings = List.copyOf(findings);
    }

    /** Of a run by this plan. */
    public static Report of(Run run, Plan plan, List<Result> results, Redaction redaction) {
        return new Report(
                run.id(),
                run.started(),
                run.took(),
                run.runner(),
                redaction.shown(plan.target().baseUrl().toString()),
                plan.profiles().stream()
                        .sorted()
                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                        .toList(),
                run.planDigest(),
                run.only().stream().map(redaction::shown).toList(),
                results.stream()
                        .map(one -> Finding.of(
                                one,
                                plan.expectedFailures()
                                        .getOrDefault(one.requirement().name(), ""),
                                redaction))
                        .toList());
    }

    /**
     * What is known of a run but its results.
     *
     * @param only what {@code --only} named; empty for a whole run
     */
    public record Run(String id, Instant started, Duration took, String runner, String planDigest, List<String> only) {

        /** Keeps its own copy. */
        public Run {
            only = List.copyOf(only);
        }
    }

    /** Whether only a part of the plan's profiles was run. */
    public boolean partial() {
        return !only.isEmpty();
    }

    /** What it says of the target. */
    public Verdict verdict() {
        return Verdict.of(counts());
    }

    /** How many of each standing. */
    public Counts counts() {
        return Counts.of(findings);
    }

    /** The findings by section, in the protocol's order. */
    public Map<ProtocolSection, List<Finding>> sections() {
        Map<Integer, List<Finding>> byNumber = new TreeMap<>();
        findings.forEach(one -> byNumber.computeIfAbsent(one.requirement().section(), _ -> new ArrayList<>())
                .add(one));
        Map<ProtocolSection, List<Finding>> bySection = new LinkedHashMap<>();
        byNumber.forEach((number, some) -> bySection.put(new ProtocolSection(number), some));
        return bySection;
    }

    /** The findings of this standing. */
    public List<Finding> of(Standing standing) {
        return findings.stream().filter(one -> one.standing() == standing).toList();
    }

    /** In one sentence what the verdict rests on. */
    public String summary() {
        String scope = partial() ? "Partial run of " + String.join(", ", only) + ": " : "";
        return scope + (findings.isEmpty() ? "nothing was run" : counts().text()) + ".";
    }
}
