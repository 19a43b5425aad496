package dev.rctp.gateway.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.rctp.msgsig.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code rctp explain} never prints, and how much of a pasted base it looks at. */
class ExplainSecretsTest {

    private static final SigningKey KEY = Signer.newKey();
    private static final String SECRET = "s3cr3tW0rds";
    private static final String OTHER = "0therW0rds";

    @TempDir
    Path folder;

    private Rctp.Ended explain(Signer signer, String base, boolean json) throws IOException {
        String[] words = {
            "explain",
            Files.writeString(folder.resolve("request.txt"), signer.capture()).toString(),
            "--key",
            Files.writeString(folder.resolve("agent.jwk"), KEY.publicJwk().toString())
                    .toString(),
            "--at",
            Signer.NOW.toString(),
            "--base",
            Files.writeString(folder.resolve("base.txt"), base).toString(),
            json ? "--json" : "--require-created"
        };
        return Rctp.run(words);
    }

    private void hidden(Signer signer, String base) throws IOException {
        for (boolean json : List.of(true, false)) {
            Rctp.Ended ended = explain(signer, base, json);
            assertThat(ended.out() + ended.err())
                    .contains("@signature-params", "not shown")
                    .doesNotContain(SECRET, OTHER, Signer.TOKEN);
        }
    }

    @Test
    @DisplayName("a token that only the pasted base has is not shown, wherever the base has it")
    void tokenOfBase() throws IOException {
        Signer signer = new Signer(KEY);
        String base = signer.base();
        hidden(signer, base.replace(Signer.TOKEN, SECRET).replace("POST", "Bearer " + SECRET));
        hidden(signer, base.replace("\"@path\": /", "\"@path\": /?access_token=" + SECRET + "&x=/"));
        hidden(signer, base.replace("\n", " ").replace(Signer.TOKEN, SECRET));
    }

    @Test
    @DisplayName("a query parameter whose name looks secret is not shown, in no form")
    void queryParameter() throws IOException {
        Signer signer = new Signer(KEY);
        signer.target += "?id=7&api_key=" + SECRET + "&client_secret=a%20" + OTHER;
        signer.components.add(3, "@query");
        signer.components.add(3, "@query-param\";name=\"api_key");
        signer.base = text -> text.replace("name=\"api_key\": ", "name=\"api_key\": " + SECRET);
        hidden(signer, signer.base().replace("POST", "GET"));
        hidden(signer, signer.base().replace("%20", " "));
        hidden(signer, signer.base().replace(": " + SECRET, ": x" + SECRET));
        assertThat(explain(signer, signer.base(), true).exit()).isZero();
    }

    @Test
    @DisplayName("a covered header that isn't known to be harmless keeps its value to itself")
    void unknownField() throws IOException {
        Signer signer = new Signer(KEY).with("X-Shop", SECRET);
        signer.components.add("x-shop");
        signer.base = text -> text.replace(SECRET, SECRET + "!");
        Rctp.Ended ended = explain(signer, signer.base(), true);
        assertThat(ended.out())
                .contains("\\\"x-shop\\\": [11 characters, not shown]", "\\\"content-type\\\": application/json")
                .doesNotContain(SECRET);
        assertThat(ended.json().path("difference").path("signed").asString())
                .isEqualTo("\"x-shop\": [12 characters, not shown]");
    }

    @Test
    @DisplayName(
            "a base with more lines than a signature can cover is not searched, and each step of the search counts")
    void hugeBase() throws IOException {
        Signer signer = new Signer(KEY);
        String lines = IntStream.range(0, 30_000).mapToObj(i -> "x\n").collect(Collectors.joining());
        signer.base = text -> lines + text;
        String base = signer.base();
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            Rctp.Ended ended = explain(signer, base, true);
            assertThat(ended.mistakes()).containsExactly("base-differs");
            assertThat(ended.out()).contains("more than 80 lines");
        });
    }
}
