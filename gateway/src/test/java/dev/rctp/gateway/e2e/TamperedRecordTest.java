package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A file with a real chain, its openings, a passkey's answer, keys and the proof of its head, changed in every way that a hand could. */
@ExtendWith(Sandboxed.class)
class TamperedRecordTest {

    private static final RecordVerifier VERIFIER = new RecordVerifier(Registries.load());

    private record Tried(int changes, int broken, int same) {
        Tried and(Tried other) {
            return new Tried(changes + other.changes, broken + other.broken, same + other.same);
        }
    }

    @Test
    @DisplayName("REC-4: changes of every 19th byte of a real chain's file are found, or leave the same JSON value")
    void sampled(World world, Path state) throws Exception {
        Tried tried = tried(LoggedRecord.of(world, state).bundle(), 19, 1);
        System.out.println("one-byte changes of a real chain: " + tried);
        assertThat(tried.broken()).isGreaterThan(100);
    }

    @Test
    @Tag("long")
    @DisplayName(
            "REC-4: changes of every byte of a real chain's file, two each, are found, or leave the same JSON value")
    void whole(World world, Path state) throws Exception {
        Tried tried = tried(LoggedRecord.of(world, state).bundle(), 1, 2);
        System.out.println("one-byte changes of a real chain: " + tried);
        assertThat(tried.broken()).isGreaterThan(10_000);
    }

    private static Tried tried(ObjectNode bundle, int step, int eachByte) {
        byte[] file = bundle.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(VERIFIER.verify(file).passed()).isTrue();
        int[] starts =
                IntStream.iterate(0, at -> at < file.length, at -> at + step).toArray();
        return IntStream.of(starts)
                .parallel()
                .mapToObj(at -> changed(file, bundle, at, eachByte))
                .reduce(new Tried(0, 0, 0), Tried::and);
    }

    private static Tried changed(byte[] file, ObjectNode bundle, int at, int times) {
        Random random = new Random(at);
        int broken = 0;
        int same = 0;
        for (int i = 0; i < times; i++) {
            byte[] changed = file.clone();
            changed[at] ^= (byte) (i == 0 ? 1 << (at % 8) : 1 + random.nextInt(255));
            if (!(VERIFIER.verify(changed).integrity() instanceof Integrity.Sound)) {
                broken++;
            } else {
                assertThat(value(changed)).as("byte %d", at).isEqualTo(bundle);
                same++;
            }
        }
        return new Tried(times, broken, same);
    }

    private static @Nullable JsonNode value(byte[] file) {
        try {
            return StrictJson.parse(file);
        } catch (InvalidJsonException e) {
            return null;
        }
    }

    @Test
    @DisplayName(
            "REC-6: changes of every 197th byte of an exported deal, and every 7th of an event in it, are found, or leave the same JSON value")
    void exported(World world, Path state) throws Exception {
        byte[] file = LoggedRecord.of(world, state).dossier(world, state);
        JsonNode dossier = StrictJson.parse(file);
        DossierVerifier verifier = new DossierVerifier(Registries.load());
        assertThat(verifier.verify(file).passed()).isTrue();
        int event = new String(file, StandardCharsets.ISO_8859_1).indexOf("\"event\":\"");
        assertThat(event).isPositive();
        int tried = 0;
        for (int at = 0; at < file.length; at += at >= event && at < event + 1500 ? 7 : 197) {
            byte[] changed = file.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            assertThat(!verifier.verify(changed).passed() || dossier.equals(value(changed)))
                    .as("byte %d", at)
                    .isTrue();
            tried++;
        }
        System.out.println("one-byte changes of an exported deal: " + tried + " of " + file.length + " bytes");
    }

    @Test
    @DisplayName("REC-4, B88: a removed end or beginning, swapped and doubled entries never pass, wherever they are")
    void removedAndMoved(World world, Path state) throws Exception {
        ObjectNode bundle = LoggedRecord.of(world, state).bundle();
        int entries = bundle.path("entries").size();
        assertThat(entries).isGreaterThan(6);
        int tried = 0;
        for (int i = 0; i < entries; i++) {
            for (int j = i + 1; j <= entries; j++) {
                ObjectNode part = bundle.deepCopy();
                ArrayNode list = part.putArray("entries");
                for (int k = i; k < j; k++) {
                    list.add(bundle.path("entries").path(k));
                }
                boolean whole = i == 0 && j == entries;
                assertThat(passed(part)).as("%d to %d", i, j).isEqualTo(whole);
                ObjectNode without = bundle.deepCopy();
                ((ArrayNode) without.path("entries")).remove(i);
                assertThat(passed(without)).isFalse();
                if (j < entries) {
                    ObjectNode swapped = bundle.deepCopy();
                    ArrayNode all = (ArrayNode) swapped.path("entries");
                    JsonNode first = all.get(i);
                    all.set(i, all.get(j));
                    all.set(j, first);
                    assertThat(passed(swapped)).isFalse();
                    ObjectNode doubled = bundle.deepCopy();
                    ((ArrayNode) doubled.path("entries")).insert(j, first);
                    assertThat(passed(doubled)).isFalse();
                }
                tried++;
            }
        }
        System.out.println("parts, gaps, swaps and doubles of a chain of " + entries + ": " + tried + " places");
    }

    private static boolean passed(ObjectNode bundle) {
        RecordReport report = VERIFIER.verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        return report.passed();
    }
}
