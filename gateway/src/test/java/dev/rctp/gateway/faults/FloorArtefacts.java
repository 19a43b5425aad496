package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All that somebody outside may see, each thing by itself, and the search for private amounts in it. */
final class FloorArtefacts {

    /** The kind of the files that the database server writes. */
    static final String DATABASE = "file of the database";

    private final List<Artefact> artefacts = new ArrayList<>();

    private record Artefact(String kind, String text) {}

    /** One thing more. */
    void keep(String kind, String text) {
        artefacts.add(new Artefact(kind, text));
    }

    /** An answer of a gateway with its fields. */
    void keep(String kind, String what, Answer answer) {
        StringBuilder text = new StringBuilder(what + "\n" + answer.status() + "\n");
        answer.fields().lines().forEach(line -> text.append(line.name() + ": " + line.value() + "\n"));
        keep(kind, text + new String(answer.body(), StandardCharsets.UTF_8));
    }

    /**
     * Searches all of it.
     *
     * @param secret the amounts that stand nowhere
     * @param known amounts that everybody may see, for the controls
     */
    void search(List<Long> secret, List<Long> known) throws IOException {
        List<Spellings> secrets = secret.stream().map(Spellings::ofMoney).toList();
        List<Spellings> prices = known.stream().map(Spellings::ofMoney).toList();
        Spellings sought = Spellings.any(secrets);
        artefacts.forEach(artefact -> assertThat(found(sought, artefact))
                .as("a floor in %s: %s", artefact.kind(), artefact.text())
                .isFalse());

        Map<String, List<Artefact>> kinds = artefacts.stream()
                .collect(Collectors.groupingBy(Artefact::kind, LinkedHashMap::new, Collectors.toList()));
        controls(kinds, secrets, Spellings.any(prices));
        report(kinds);
    }

    /** The database's own files are bytes, in which nothing is coded. */
    private static boolean found(Spellings sought, Artefact artefact) {
        return artefact.kind().equals(DATABASE) ? sought.plainlyIn(artefact.text()) : sought.in(artefact.text());
    }

    /**
     * The same search finds the list price, and a floor planted in each artefact, plainly and inside the payload of a JWS; each spelling, and
     * a floor that is coded twice, in one artefact of each kind.
     */
    private static void controls(Map<String, List<Artefact>> kinds, List<Spellings> floors, Spellings price) {
        List<String> withPrice = List.of(
                "answer",
                "record",
                HeldStory.PAGE,
                HeldStory.JSON_OF_PAGE,
                HeldStory.STATUS,
                "call to the marketplace",
                "table",
                "file beside it",
                DATABASE);
        withPrice.forEach(kind -> assertThat(
                        kinds.getOrDefault(kind, List.of()).stream().anyMatch(artefact -> found(price, artefact)))
                .as("a list price in %s", kind)
                .isTrue());
        assertThat(kinds.keySet())
                .contains(
                        "webhook to an operator",
                        "webhook to the marketplace",
                        "log line of a hosted page",
                        "answer of the management port",
                        "span export",
                        "metrics");
        Spellings first = floors.getFirst();
        String plain = first.all().stream()
                .filter(text -> text.matches("\\d{10}"))
                .findFirst()
                .orElseThrow();
        kinds.values().stream().flatMap(Collection::stream).forEach(artefact -> {
            isFound(first, artefact, plain);
            if (!artefact.kind().equals(DATABASE)) {
                isFound(first, artefact, payload(plain));
            }
        });
        kinds.forEach((kind, some) ->
                floors.forEach(floor -> floor.all().forEach(spelling -> isFound(floor, some.getFirst(), spelling))));
        kinds.keySet().stream().filter(kind -> !kind.equals(DATABASE)).forEach(kind -> {
            Artefact one = kinds.getOrDefault(kind, List.of()).getFirst();
            isFound(first, one, coded(payload(plain)));
            isFound(first, one, HexFormat.of().formatHex(payload(plain).getBytes(StandardCharsets.US_ASCII)));
        });
        assertThat(first.in("[" + plain + "0]"))
                .as("a longer number is another one")
                .isFalse();
    }

    private static void isFound(Spellings floor, Artefact artefact, String spelling) {
        assertThat(found(floor, planted(artefact, spelling)))
                .as("%s planted in %s", spelling, artefact.kind())
                .isTrue();
    }

    /** A floor as it would stand in a JWS. */
    private static String payload(String floor) {
        String claims = "{\"iss\":\"x\",\"terms\":{\"floor\":{\"amount\":" + floor + ",\"currency\":\"EUR\"}}}";
        return coded("{\"alg\":\"ES256\"}") + "." + coded(claims) + "." + coded("a signature");
    }

    private static String coded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Artefact planted(Artefact artefact, String spelling) {
        int middle = artefact.text().length() / 2;
        String text = artefact.text().substring(0, middle) + "\"" + spelling + "\""
                + artefact.text().substring(middle);
        return new Artefact(artefact.kind(), text);
    }

    private static void report(Map<String, List<Artefact>> kinds) throws IOException {
        StringBuilder table = new StringBuilder("artefacts searched for six floors of three currencies\n");
        kinds.forEach((kind, some) -> table.append("%-60s %6d%n".formatted(kind, some.size())));
        table.append("%-60s %6d%n"
                .formatted("all", kinds.values().stream().mapToInt(List::size).sum()));
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("floor-search.txt"), table);
    }
}
