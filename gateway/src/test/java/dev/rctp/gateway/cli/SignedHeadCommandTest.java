package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.LoggedRecord;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record verify --head}: records and proofs that a gateway gave, held against each other. */
@ExtendWith(Sandboxed.class)
class SignedHeadCommandTest {

    @TempDir
    private Path folder;

    private void files(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Files.writeString(folder.resolve("record.json"), logged.record().toString());
        Files.writeString(folder.resolve("profile.json"), logged.profile().toString());
        Files.writeString(folder.resolve("proof.json"), logged.proof().toString());
        Files.writeString(folder.resolve("checkpoint-key"), logged.logKey());
    }

    private Typed verify(String record) {
        return verify(
                record,
                "proof.json",
                "--log-key",
                folder.resolve("checkpoint-key").toString());
    }

    private Typed verify(String record, String proof, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "record",
                "verify",
                folder.resolve(record).toString(),
                "--keys",
                folder.resolve("profile.json").toString(),
                "--head",
                folder.resolve(proof).toString()));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    private ObjectNode json(String name) throws IOException, InvalidJsonException {
        return StrictJson.parseObject(Files.readAllBytes(folder.resolve(name)));
    }

    @Test
    @DisplayName("REC-7: a record is complete against its signed head; 0")
    void complete(World world, Path state) throws Exception {
        files(world, state);
        Typed typed = verify("record.json");

        assertThat(typed.exit()).as(typed.all()).isZero();
        assertThat(typed.out()).contains("integrity:    sound", "completeness: complete against 1 signed head");
    }

    @Test
    @DisplayName("REC-7, B88: a removed end and a removed whole chain are INCOMPLETE, 1, without any receipt")
    void removed(World world, Path state) throws Exception {
        files(world, state);
        ObjectNode record = json("record.json");
        ArrayNode entries = (ArrayNode) record.path("entries");
        int last = entries.size();
        entries.remove(last - 1);
        record.putArray("openings");
        Files.writeString(folder.resolve("cut.json"), record.toString());
        Typed cut = verify("cut.json");
        assertThat(cut.exit()).as(cut.all()).isEqualTo(1);
        assertThat(cut.out()).contains("INCOMPLETE: entry " + last + " of a signed head is missing");

        Files.writeString(folder.resolve("gone.json"), "{\"entries\":[],\"openings\":[]}");
        Typed gone = verify("gone.json");
        assertThat(gone.exit()).as(gone.all()).isEqualTo(1);
        assertThat(gone.out()).contains("INCOMPLETE: the log had " + last + " entries of negotiation/");
    }

    @Test
    @DisplayName(
            "REC-7: a proof that does not hold never passes: 1; one that is none, or comes without the log's key, is 2")
    void wrongProofs(World world, Path state) throws Exception {
        files(world, state);
        ObjectNode proof = json("proof.json");
        Files.writeString(
                folder.resolve("moved.json"),
                proof.put("index", proof.path("index").asLong() + 1).toString());
        String key = folder.resolve("checkpoint-key").toString();
        Typed moved = verify("record.json", "moved.json", "--log-key", key);
        assertThat(moved.exit()).as(moved.all()).isEqualTo(1);
        assertThat(moved.out()).contains("BROKEN: a proof that does not hold");

        Files.writeString(folder.resolve("gone.json"), "{\"entries\":[],\"openings\":[]}");
        Typed denied = verify("gone.json", "moved.json", "--log-key", key);
        assertThat(denied.exit()).isEqualTo(1);
        assertThat(denied.out()).contains("a proof that does not hold").doesNotContain("INCOMPLETE");

        assertThat(verify("record.json", "profile.json", "--log-key", key))
                .matches(typed -> typed.exit() == 2 && typed.err().contains("profile.json is no proof"));
        assertThat(verify("record.json", "proof.json"))
                .matches(typed -> typed.exit() == 2 && typed.err().contains("give it with --log-key"));
        assertThat(verify(
                        "record.json",
                        "proof.json",
                        "--log-key",
                        folder.resolve("none").toString()))
                .matches(typed -> typed.exit() == 2 && typed.err().contains("none does not exist"));
        Files.writeString(folder.resolve("other-key"), Agent.newKey());
        Typed other = verify(
                "record.json",
                "proof.json",
                "--log-key",
                folder.resolve("other-key").toString());
        assertThat(other).matches(typed -> typed.exit() == 2 && typed.err().contains("other-key is no key of a log"));
    }

    @Test
    @DisplayName("REC-7: with the log's key a record without any signed head is not checked, whole or cut: 2")
    void withoutHead(World world, Path state) throws Exception {
        files(world, state);
        ObjectNode record = json("record.json");
        record.putArray("openings");
        ArrayNode entries = (ArrayNode) record.path("entries");
        for (int left = entries.size(); left > 0; left--) {
            Files.writeString(folder.resolve("cut.json"), record.toString());
            Typed typed = rctp(
                    "record",
                    "verify",
                    folder.resolve("cut.json").toString(),
                    "--keys",
                    folder.resolve("profile.json").toString(),
                    "--log-key",
                    folder.resolve("checkpoint-key").toString());
            assertThat(typed.exit()).as(typed.all()).isEqualTo(2);
            assertThat(typed.out()).contains("integrity:    sound", "completeness: NOT SHOWN");
            entries.remove(left - 1);
        }
    }
}
