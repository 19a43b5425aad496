package dev.rctp.gateway.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code rctp explain} reads from this machine: what its command line names, up to a limit, and nothing else. */
class ExplainFilesTest {

    private static final SigningKey KEY = Signer.newKey();

    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private Rctp.Ended explain(String capture, String... more) throws IOException {
        String[] first = {"explain", file("request.txt", capture), "--at", Signer.NOW.toString()};
        String[] all = java.util.Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return Rctp.run(all);
    }

    @Test
    @DisplayName("OPR-1: a capture never names a file; such a profile is operator_unknown, as for a gateway")
    void captureNamesFile() throws IOException {
        String key = file("agent.jwk", KEY.publicJwk().toString());
        String profile = file("profile.json", "{\"keys\":[" + KEY.publicJwk() + "]}");
        for (String named :
                List.of("/dev/zero", profile, "file://" + profile, "http://ops.example/ucp", folder.toString())) {
            Signer signer = new Signer(KEY).with("UCP-Agent", "profile=\"" + named + "\"");
            for (Rctp.Ended ended :
                    List.of(explain(signer.capture(), "--json"), explain(signer.capture(), "--json", "--key", key))) {
                assertThat(ended.exit()).as(named).isEqualTo(1);
                assertThat(ended.mistakes()).containsExactly("profile-not-usable");
                assertThat(ended.json().path("refusal").path("reason").asString())
                        .isEqualTo("operator_unknown");
                assertThat(ended.out()).contains("is no https URL");
            }
        }
    }

    @Test
    @DisplayName("OPR-2: a capture names this machine in vain unless --allow-loopback is given")
    void captureNamesLoopback() throws IOException {
        Signer signer = new Signer(KEY).with("UCP-Agent", "profile=\"http://127.0.0.1:9/ucp\"");
        Rctp.Ended ended = explain(signer.capture());
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("http://127.0.0.1:9/ucp", "--allow-loopback");
    }

    @Test
    @DisplayName("a device, a directory, a file that is too large or missing is told by its name: exit code 2")
    void badFiles() throws IOException {
        String capture = new Signer(KEY).capture();
        String large = file("large", " ".repeat((128 << 10) + 1));
        String missing = folder.resolve("missing").toString();
        for (String option : List.of("--key", "--profile", "--base", "--body")) {
            for (String bad : List.of("/dev/zero", folder.toString(), missing)) {
                Rctp.Ended ended =
                        explain(capture, "--key", file("a.jwk", KEY.publicJwk().toString()), option, bad);
                assertThat(ended.exit()).as(option + " " + bad).isEqualTo(2);
                assertThat(ended.err()).startsWith("rctp: " + bad + " ").hasLineCount(1);
            }
        }
        for (String option : List.of("--key", "--profile")) {
            assertThat(explain(capture, option, large).err()).contains(large + " is larger than 128 KiB.");
        }
        assertThat(Rctp.run("explain", folder.toString()).err()).contains(folder + " is a directory.");
        assertThat(explain(capture, "--key", file("no.jwk", "no")).err()).contains("no.jwk is no JSON object.");
    }

    @Test
    @DisplayName("a scheme other than http and https is a usage error: exit code 2")
    void scheme() throws IOException {
        for (String scheme : List.of("ftp", "HTTPS", "", "https://")) {
            Rctp.Ended ended = explain(new Signer(KEY).capture(), "--scheme", scheme);
            assertThat(ended.exit()).as(scheme).isEqualTo(2);
            assertThat(ended.err()).contains("--scheme is https or http", "Usage:");
        }
    }

    @Test
    @DisplayName("a text that is no request is told which forms are read")
    void forms() throws IOException {
        assertThat(explain("hello").err()).contains("POST /listings/l_1/answers HTTP/1.1", "curl -v", "rctp call -v");
    }
}
