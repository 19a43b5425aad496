package dev.rctp.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;

/** The two files by which {@link Parts} is asked and answers. */
final class PartsFiles {

    private PartsFiles() {}

    static void ask(Path file, Options options, Stubs stubs, Store store, double unitsPerCommit) throws IOException {
        Properties asked = new Properties();
        asked.setProperty("rate", Integer.toString(options.rate()));
        asked.setProperty("burst", Integer.toString(options.highRate()));
        asked.setProperty("seconds", Integer.toString(options.measure() / 2));
        asked.setProperty("issuer", stubs.issuer());
        asked.setProperty("marketplace", stubs.marketplace());
        asked.setProperty("store.url", store.url());
        asked.setProperty("store.user", store.user());
        asked.setProperty("units-per-commit", Double.toString(unitsPerCommit));
        try (var out = Files.newBufferedWriter(file)) {
            asked.store(out, null);
        }
    }

    static Map<Part, Double> found(Path file) throws IOException {
        Properties found = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            found.load(in);
        }
        Map<Part, Double> micros = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            micros.put(part, Double.parseDouble(found.getProperty(part.name(), "NaN")));
        }
        return micros;
    }
}
