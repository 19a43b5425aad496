package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.ValidSignature;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Sandboxed.class)
class EncryptedGatewayTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName(
            "PRX-1, PRX-5, SIG-5, RSP-1, DEC-6: a signed call over TLS and HTTP/2 is accepted, forwarded and answered under signature")
    void overHttp2(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        PemFiles pem = PemFiles.ec(folder);
        InstantSource clock = AnotherGateway.clock(world);
        try (HttpClient http = HttpClient.newBuilder()
                        .sslContext(PemFiles.trusting(pem))
                        .build();
                AnotherGateway running =
                        AnotherGateway.start(state, folder, "encrypted", clock, AnotherGateway.tls(pem))) {
            URI gateway = URI.create("https://localhost:" + running.port());
            HttpResponse<String> listings = http.send(
                    HttpRequest.newBuilder(gateway.resolve("/listings")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(listings.statusCode()).isEqualTo(200);
            assertThat(listings.version()).isEqualTo(HttpClient.Version.HTTP_2);

            Agent agent = AnotherGateway.agent(state, http, gateway, clock);
            Answer answer = agent.call("POST", stage.answers(), stage.grant.token(), "{\"text\":\"over HTTP/2\"}");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
            assertThat(answer.fields().combined("rctp-decision")).contains("auto");
            assertThat(answer.fields().combined("rctp-record")).isPresent();
            assertThat(stage.forwarded("over HTTP/2")).hasSize(1);
            var key = Cryptography.select()
                    .verificationKey(world.get(world.address("gateway_profile"))
                            .path("keys")
                            .get(0));
            assertThat(new ResponseVerifier(KeyLookup.of(key), Freshness.STRICT, clock)
                            .verify(
                                    new ResponseMessage(answer.status(), answer.fields()),
                                    answer.body(),
                                    answer.request()))
                    .isInstanceOf(ValidSignature.class);

            Answer refused = agent.call("POST", stage.answers(), null, Stage.TEXT);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.fields().combined("rctp-decision").orElse("")).contains("reason=grant_invalid");
        }
    }
}
