package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The two addresses by which a person is a seller in their own browser; here a software passkey follows them. */
@ExtendWith(Sandboxed.class)
class PersonsTurnTest {

    private static HttpResponse<String> opened(URI address, String site) throws IOException, InterruptedException {
        try (HttpClient browser = HttpClient.newHttpClient()) {
            return browser.send(
                    HttpRequest.newBuilder(address)
                            .header("sec-fetch-site", site)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Where an address that was typed leads. */
    private static URI way(URI address) throws IOException, InterruptedException {
        HttpResponse<String> led = opened(address, "none");
        assertThat(led.statusCode()).as(led.body()).isEqualTo(303);
        return URI.create(led.headers().firstValue("location").orElseThrow());
    }

    private static SellersPhone phone(World world) {
        Cryptography cryptography = Cryptography.select();
        ObjectNode known = JsonNodeFactory.instance.objectNode().put("sub", "you");
        ObjectNode passkey = known.putObject("passkey");
        byte[] id = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        passkey.put("credential_id", Base64.getUrlEncoder().withoutPadding().encodeToString(id));
        passkey.set("jwk", cryptography.generateJwk(SignatureAlgorithm.ES256));
        passkey.put("rp_id", "localhost").put("origin", world.gateway().toString());
        return new SellersPhone(known, cryptography);
    }

    @Test
    @DisplayName(
            "APR-5, APR-9: a person makes a passkey at one address, is asked at the other, and answers; twice, with another passkey")
    void turn(World world) throws Exception {
        for (int i = 0; i < 2; i++) {
            SellersPhone phone = phone(world);
            URI enrolment = way(world.test("passkey"));
            JsonNode options = phone.open(enrolment.toString()).json();
            String ticket = enrolment.getQuery().replaceFirst("^ticket=", "");
            assertThat(phone.enrol(world.gateway().resolve("/enroll").toString(), ticket, options, null)
                            .status())
                    .isEqualTo(201);

            String question = way(world.test("question")).toString();
            ObjectNode terms = (ObjectNode) phone.open(question).json().at("/form/proposed");
            assertThat(terms.has("floor")).isTrue();
            terms.put(
                    "available_until",
                    world.clock().instant().plusSeconds(86_400).toString());
            String challenge =
                    phone.fill(question, terms).json().at("/challenges/approve").stringValue();
            JsonNode answered = phone.answer(question, "approve", challenge).json();
            assertThat(answered.at("/result/status").intValue())
                    .as(answered.toString())
                    .isEqualTo(201);
        }
    }

    @Test
    @DisplayName("no web page makes a browser ask or enrol")
    void otherPages(World world) throws Exception {
        for (String name : new String[] {"passkey", "question"}) {
            HttpResponse<String> led = opened(world.test(name), "cross-site");
            assertThat(led.statusCode()).isEqualTo(403);
            assertThat(JsonMapper.shared().readTree(led.body()).path("code").stringValue())
                    .isEqualTo("forbidden");
        }
    }
}
