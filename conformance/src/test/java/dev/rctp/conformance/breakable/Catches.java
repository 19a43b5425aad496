package dev.rctp.conformance.breakable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which test has to catch which fault, and on which expectation. */
record Catches(Fault fault, String requirement, String sentence) {

    private static final List<String> FILES = List.of("caseA", "caseB", "caseC", "caseD", "caseE");

    /** All of them. */
    static List<Catches> all() {
        List<Catches> all = new ArrayList<>();
        for (String file : FILES) {
            for (String line : lines("/dev/rctp/conformance/faults/" + file + ".tsv")) {
                String[] parts = line.split("\t", 3);
                all.add(new Catches(Fault.valueOf(parts[0]), parts[1], parts[2]));
            }
        }
        return all;
    }

    private static List<String> lines(String resource) {
        try (InputStream in = Catches.class.getResourceAsStream(resource)) {
            return in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return fault + " by " + requirement;
    }
}
