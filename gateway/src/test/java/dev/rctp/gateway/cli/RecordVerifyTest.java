package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record verify}: what can't be checked is told apart from what is wrong. */
class RecordVerifyTest {

    private static final String RECEIPT = "\"negotiation/neg_1\";seq=1;hash=:" + "A".repeat(43) + "=:";

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws Exception {
        ObjectNode bundle = StrictJson.parseObject(
                Files.readAllBytes(Path.of("../attest/src/test/resources/records/version-1.json")));
        Files.writeString(folder.resolve("good.json"), bundle.toString());
        Files.writeString(folder.resolve("profile.json"), "{\"ucp\":{},\"keys\":" + bundle.remove("keys") + "}");
        Files.writeString(folder.resolve("keyless.json"), bundle.toString());
        Files.writeString(folder.resolve("empty.json"), "{\"entries\":[]}");
        Files.writeString(folder.resolve("given.json"), "{\"entries\":[],\"openings\":[]}");
        Files.writeString(folder.resolve("list.json"), "[]");
        Files.writeString(folder.resolve("text.txt"), "no JSON");
    }

    private Typed verify(String file, String... more) {
        List<String> words =
                new ArrayList<>(List.of("record", "verify", folder.resolve(file).toString()));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName(
            "REC-4: a file that is not there, or no record, is exit 2 and one sentence that says so; it isn't BROKEN")
    @CsvSource({
        "none.json, none.json does not exist.",
        ".,  is a directory.",
        "profile.json, profile.json is no record: it has no list of entries",
        "list.json, list.json is no JSON object",
        "text.txt, text.txt is no JSON object",
        "keyless.json, keyless.json has no keys; give the gateway's profile with --keys"
    })
    void noRecord(String file, String sentence) {
        Typed typed = verify(file);
        assertThat(typed.exit()).isEqualTo(2);
        assertThat(typed.err())
                .startsWith("rctp: can't be checked: ")
                .contains(sentence)
                .hasLineCount(1);
        assertThat(typed.out()).isEmpty();
    }

    @Test
    @DisplayName("REC-5: a profile that is not there, or no profile, is exit 2 and said so")
    void noProfile() {
        String given = folder.resolve("keyless.json").toString();
        assertThat(verify("keyless.json", "--keys", folder.resolve("none.json").toString()))
                .matches(typed -> typed.exit() == 2 && typed.err().contains("none.json does not exist."));
        assertThat(verify("keyless.json", "--keys", given))
                .matches(typed -> typed.exit() == 2 && typed.err().contains("keyless.json is no profile"));
        assertThat(verify(
                                "keyless.json",
                                "--keys",
                                folder.resolve("profile.json").toString())
                        .exit())
                .isZero();
    }

    @Test
    @DisplayName(
            "B88, DEC-6: receipts in the file are its own word; those that the reader gives, one by one or in a file, make it complete")
    void receipts() throws Exception {
        Typed own = verify("good.json");
        assertThat(own.exit()).as(own.all()).isZero();
        assertThat(own.out())
                .contains("completeness: not judged: 3 receipts in the file, its own word")
                .doesNotContain("complete against");

        List<String> kept = new ArrayList<>();
        for (JsonNode receipt : StrictJson.parseObject(Files.readAllBytes(folder.resolve("good.json")))
                .path("receipts")) {
            kept.add("\"" + receipt.at("/subject/type").asString() + "/"
                    + receipt.at("/subject/id").asString() + "\";seq="
                    + receipt.path("seq").asLong() + ";hash=:"
                    + Base64.getEncoder()
                            .encodeToString(HexFormat.of()
                                    .parseHex(receipt.path("hash").asString().substring("sha-256:".length())))
                    + ":");
        }
        Path file = Files.write(folder.resolve("receipts.txt"), kept);
        assertThat(verify("good.json", "--receipts", file.toString()).out())
                .contains("completeness: complete against 3 receipts, up to seq 3");
        assertThat(verify("good.json", "--receipt", kept.getFirst()).out())
                .contains("completeness: complete against 1 receipt, up to seq");
        Files.writeString(file, RECEIPT + "\nnone\n");
        assertThat(verify("good.json", "--receipts", file.toString()).err())
                .contains("not the value of an RCTP-Record field: none");
    }

    @ParameterizedTest
    @DisplayName("REC-4, B88: a record without entries is neither verified nor BROKEN; with a receipt it is INCOMPLETE")
    @CsvSource({"empty.json", "given.json"})
    void noEntries(String file) {
        Typed typed = verify(file, "--part");
        assertThat(typed.exit()).isEqualTo(2);
        assertThat(typed.all()).contains("no entries").doesNotContain("BROKEN");

        Typed denied = verify(file, "--receipt", RECEIPT);
        assertThat(denied.exit()).as(denied.all()).isEqualTo(1);
        assertThat(denied.out()).contains("INCOMPLETE");
    }
}
