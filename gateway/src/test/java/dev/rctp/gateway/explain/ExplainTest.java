package dev.rctp.gateway.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.explain.TypicalMistakes.Case;
import dev.rctp.msgsig.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code rctp explain} at the command line, with keys and signatures made for each request. */
class ExplainTest {

    private static final SigningKey KEY = Signer.newKey();
    private static final SigningKey OTHER = Signer.newKey();

    @TempDir
    Path folder;

    static Stream<Case> mistakes() {
        return TypicalMistakes.all().stream();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    }

    private Path key(SigningKey key) throws IOException {
        return file(key.thumbprint() + ".jwk", key.publicJwk().toString());
    }

    private Rctp.Ended explain(String capture, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "explain",
                file("request.txt", capture).toString(),
                "--key",
                key(KEY).toString(),
                "--at",
                Signer.NOW.toString()));
        arguments.addAll(Arrays.asList(more));
        return Rctp.run(arguments.toArray(String[]::new));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    @DisplayName("SIG-6: the mistake is named, and no other; the token is not shown")
    void named(Case typical) throws IOException {
        Signer signer = new Signer(KEY);
        typical.made().accept(signer);
        Rctp.Ended ended = explain(signer.capture(), "--json");

        assertThat(ended.mistakes()).as(ended.out()).containsExactlyInAnyOrderElementsOf(typical.expected());
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.json().path("verdict").asString()).isEqualTo("faulty");
        assertThat(ended.out()).doesNotContain(Signer.TOKEN);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    @DisplayName("SIG-6: with the base that the signer printed the same mistake is named")
    void namedFromBase(Case typical) throws IOException {
        Signer signer = new Signer(KEY);
        typical.made().accept(signer);
        String base = signer.base();
        Rctp.Ended ended = explain(
                signer.capture(), "--json", "--base", file("base.txt", base).toString());

        assertThat(ended.mistakes()).as(ended.out()).containsExactlyInAnyOrderElementsOf(typical.expected());
        assertThat(ended.out()).doesNotContain(Signer.TOKEN);
    }

    @Test
    @DisplayName(
            "a right request is valid: with LF or CRLF, with a query, without a body, from curl -v, in absolute form")
    void valid() throws IOException {
        Signer read = new Signer(KEY).query().without("Content-Digest").without("Content-Type");
        read.method = "GET";
        read.body = "";
        read.components.removeAll(List.of("content-digest", "content-type"));
        String post = new Signer(KEY).capture();
        String[] parts = post.split("\r\n\r\n", 2);
        String curl = "* Connected to agents.shop.example\n> " + parts[0].replace("\r\n", "\r\n> ")
                + "\r\n>\r\n* upload completely sent off\n< HTTP/1.1 401\n< date: Mon, 30 Nov 2026 12:00:00 GMT\n";
        Path body = file("body.json", new Signer(KEY).body);

        assertThat(explain(post).exit()).isZero();
        assertThat(explain(post.replace("\r\n", "\n") + "\n").exit()).isZero();
        assertThat(explain(read.capture()).exit()).isZero();
        assertThat(explain(curl, "--body", body.toString()).exit()).isZero();
        assertThat(explain(post.replace("POST /", "POST https://agents.shop.example/"))
                        .exit())
                .isZero();
        Rctp.Ended said = explain(post);
        assertThat(said.out())
                .startsWith("The signature is valid.")
                .contains("\"@authority\": agents.shop.example", "\"@signature-params\": (\"@method\"")
                .doesNotContain(Signer.TOKEN);
    }

    @Test
    @DisplayName("SIG-4: the date of curl's answer tells when the request was sent")
    void dated() throws IOException {
        String head = new Signer(KEY).capture().split("\r\n\r\n", 2)[0];
        String curl =
                "> " + head.replace("\r\n", "\n> ") + "\n>\n< HTTP/1.1 401\n< date: Mon, 30 Nov 2026 12:01:00 GMT\n";
        Rctp.Ended ended = Rctp.run(
                "explain",
                file("curl.txt", curl).toString(),
                "--key",
                key(KEY).toString(),
                "--body",
                file("b", new Signer(KEY).body).toString());
        assertThat(ended.exit()).as(ended.out()).isZero();
    }

    @Test
    @DisplayName("the first line that differs is shown, with the place where it does")
    void difference() throws IOException {
        Signer signer = new Signer(KEY);
        signer.base = text -> text.replace("example\n", "example:443\n");
        List<String> lines = explain(signer.capture()).out().lines().toList();

        assertThat(lines)
                .contains(
                        "1. a port in the authority (authority-port, SIG-5)",
                        "The first line that differs is line 2:",
                        "A gateway answers signature_invalid (signature_invalid): The signature is not one of this"
                                + " request by this key; here @authority is agents.shop.example.",
                        "  expected: \"@authority\": agents.shop.example",
                        "  signed:   \"@authority\": agents.shop.example:443",
                        " ".repeat(45) + "^");
    }

    @Test
    @DisplayName("SIG-1: another key of the same operator is found out")
    void wrongKey() throws IOException {
        Signer signer = new Signer(OTHER);
        signer.parameters = ";created=" + Signer.NOW.getEpochSecond() + ";keyid=\"" + KEY.thumbprint() + "\"";
        Rctp.Ended ended =
                explain(signer.capture(), "--json", "--key", key(OTHER).toString());

        assertThat(ended.mistakes()).containsExactly("wrong-key");
        assertThat(ended.out()).contains("has the thumbprint " + OTHER.thumbprint());
    }

    @Test
    @DisplayName("a private key's file will do, and nothing private is told")
    void privateKey() throws IOException {
        var jwk = dev.rctp.msgsig.Cryptography.select().generateJwk(dev.rctp.msgsig.SignatureAlgorithm.ED25519);
        Path file = file("private.jwk", jwk.toString());
        SigningKey key;
        try {
            key = dev.rctp.msgsig.Cryptography.select().signingKey(jwk);
        } catch (dev.rctp.msgsig.MalformedKeyException e) {
            throw new AssertionError(e);
        }
        Rctp.Ended ended = Rctp.run(
                "explain",
                file("request.txt", new Signer(key).capture()).toString(),
                "--key",
                file.toString(),
                "--at",
                Signer.NOW.toString());
        assertThat(ended.exit()).as(ended.out()).isZero();
        assertThat(ended.out() + ended.err()).doesNotContain(jwk.path("d").asString());
    }

    @Test
    @DisplayName("what can't be named is said to be so, with the number of tries")
    void unexplained() throws IOException {
        Signer signer = new Signer(KEY);
        signer.base = text -> text.replace("POST", "FETCH");
        Rctp.Ended ended = explain(signer.capture(), "--json");

        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.json().path("verdict").asString()).isEqualTo("unexplained");
        assertThat(ended.mistakes()).containsExactly("unexplained");
        assertThat(explain(signer.capture()).out())
                .startsWith("The signature fails, and what is wrong can't be named.")
                .containsPattern("\\d{4,} tries");

        Signer stranger = new Signer(OTHER);
        stranger.parameters = ";created=" + Signer.NOW.getEpochSecond() + ";keyid=\"" + KEY.thumbprint() + "\"";
        assertThat(explain(stranger.capture(), "--json").mistakes()).containsExactly("unexplained");
    }

    @Test
    @DisplayName("the signer's base tells what no guess does; a base that wasn't signed is called so")
    void signersBase() throws IOException {
        Signer signer = new Signer(KEY);
        signer.base = text -> text.replace("POST", "FETCH");
        Path base = file("base.txt", signer.base() + "\n");
        Rctp.Ended ended = explain(signer.capture(), "--json", "--base", base.toString());
        assertThat(ended.mistakes()).containsExactly("base-differs");
        assertThat(ended.json().path("difference").path("signed").asString()).isEqualTo("\"@method\": FETCH");

        Path another = file("another.txt", signer.base().replace("FETCH", "SEND"));
        assertThat(explain(signer.capture(), "--json", "--base", another.toString())
                        .mistakes())
                .containsExactly("not-this-base");
    }

    @Test
    @DisplayName("without body, with a redacted credential, or without a key it can't be told: exit code 2")
    void undecided() throws IOException {
        String capture = new Signer(KEY).capture();
        Rctp.Ended headOnly = explain(capture.split("\r\n\r\n", 2)[0] + "\r\n\r\n", "--json");
        assertThat(headOnly.mistakes()).containsExactly("body-not-captured");
        assertThat(headOnly.exit()).isEqualTo(2);

        Rctp.Ended redacted = explain(capture.replace(Signer.TOKEN, "[REDACTED]"), "--json");
        assertThat(redacted.mistakes()).containsExactly("credential-redacted");
        assertThat(redacted.exit()).isEqualTo(2);

        String agentless = capture.replaceAll("UCP-Agent.*\r\n", "");
        Rctp.Ended keyless =
                Rctp.run("explain", file("r", agentless).toString(), "--json", "--at", Signer.NOW.toString());
        assertThat(keyless.mistakes()).contains("agent-missing", "no-key");
    }

    @Test
    @DisplayName("what is no request, or not there, is one sentence and exit code 2")
    void unreadable() throws IOException {
        for (String text : List.of("", "hello", "GET", "POST /a HTTP/1.1\nno header line\n\n", "POST a HTTP/1.1\n\n")) {
            Rctp.Ended ended = explain(text);
            assertThat(ended.exit()).as(text).isEqualTo(2);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err().lines()).hasSize(1);
        }
        assertThat(Rctp.run("explain", "none.txt").exit()).isEqualTo(2);
        assertThat(explain("GET / HTTP/1.1\n\n").err()).contains("--authority");
        assertThat(explain(new Signer(KEY).capture(), "--at", "yesterday").exit())
                .isEqualTo(2);
    }

    @Test
    @DisplayName("SIG-5: behind a proxy the public authority is the one that counts")
    void authority() throws IOException {
        String inside = new Signer(KEY).capture().replace("Host: agents.shop.example", "Host: gateway.internal:8443");
        assertThat(explain(inside, "--authority", "agents.shop.example", "--json")
                        .mistakes())
                .containsExactly("host-unknown");
        assertThat(explain(inside, "--json").mistakes()).containsExactly("unexplained");
    }

    @Test
    @DisplayName("OPR-3: a profile's key that doesn't count is told with the reason")
    void profileKey() throws IOException {
        Signer signer = new Signer(KEY);
        signer.parameters = ";created=" + Signer.NOW.getEpochSecond() + ";keyid=\"key-1\"";
        Rctp.Ended named = profile(signer, KEY.publicJwk().put("kid", "key-1").toString());
        assertThat(named.mistakes()).containsExactly("profile-key-skipped");
        assertThat(named.out())
                .contains("gateways skip it. Its kid is not its RFC 7638 thumbprint. Set kid to " + KEY.thumbprint());

        Rctp.Ended encryption =
                profile(new Signer(KEY), KEY.publicJwk().put("use", "enc").toString());
        assertThat(encryption.mistakes()).containsExactly("profile-key-skipped");
        assertThat(profile(new Signer(KEY), OTHER.publicJwk().toString()).mistakes())
                .contains("keyid-not-in-profile");
        assertThat(profile(new Signer(KEY), KEY.publicJwk().toString()).exit()).isZero();
        assertThat(profile(new Signer(KEY), "{\"kty\":\"RSA\"}").mistakes()).contains("profile-not-usable");
    }

    @Test
    @DisplayName(
            "OPR-3: a skipped key beside the same key for signatures is no mistake; a private one refuses the profile")
    void judgedAsGatewaysDo() throws IOException {
        String good = KEY.publicJwk().toString();
        String encryption = KEY.publicJwk().put("use", "enc").toString();
        assertThat(profile(new Signer(KEY), encryption + "," + good).exit()).isZero();
        Signer broken = new Signer(KEY);
        broken.base = text -> text.replace("example\n", "example:443\n");
        assertThat(profile(broken, encryption + "," + good).mistakes()).containsExactly("authority-port");

        for (String kid : List.of(KEY.thumbprint(), "key-1")) {
            String disclosed = KEY.publicJwk().put("kid", kid).put("d", "AAAA").toString();
            Signer signer = new Signer(KEY);
            signer.parameters = ";created=" + Signer.NOW.getEpochSecond() + ";keyid=\"" + kid + "\"";
            Rctp.Ended refused = profile(signer, disclosed);
            assertThat(refused.mistakes()).contains("profile-not-usable").doesNotContain("profile-key-skipped");
            assertThat(refused.out()).contains("treat it as disclosed");
        }
    }

    private Rctp.Ended profile(Signer signer, String jwk) throws IOException {
        String profile = """
                {"ucp":{"version":"2026-08-25","services":{},"payment_handlers":{},"capabilities":{"dev.rctp.operator":[
                {"version":"0.2","config":{"legal_entity":"Ops","jurisdiction":"DE","incident_contact":"mailto:ops@ops.example",
                "incident_sla_hours":24}}]}},"keys":[%s]}""".formatted(jwk);
        return Rctp.run(
                "explain",
                file("request.txt", signer.capture()).toString(),
                "--profile",
                file("profile.json", profile).toString(),
                "--at",
                Signer.NOW.toString(),
                "--json");
    }
}
