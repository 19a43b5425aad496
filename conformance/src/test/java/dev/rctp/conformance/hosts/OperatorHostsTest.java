package dev.rctp.conformance.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Reply;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.Registries;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the gateway finds at the operators' (OPR-2 to OPR-4) and sends them (WHK-1). */
final class OperatorHostsTest {

    private final WebhookReceiver webhooks = new WebhookReceiver();
    private final OperatorHosts hosts = new OperatorHosts(
            Place.loopback(),
            List.of(new HostedOperator.Identity("buyer-1", "Buyer One", "DE", Set.of("buyer"), 2)),
            new OperatorKeys("seed"),
            webhooks,
            InstantSource.system());
    private final HostedOperator operator = hosts.operator("buyer-1");
    private final Web web = new Web();

    @AfterEach
    void close() {
        web.close();
        hosts.close();
    }

    @Test
    void servesAProfileWithoutPrivateKeysAndKnowsItAgain() {
        HttpResponse<String> answer = web.get(operator.url());
        JsonNode profile = JsonMapper.shared().readTree(answer.body());
        assertThat(profile.at("/ucp/capabilities/dev.rctp.deal/0/config/webhook_url")
                        .stringValue())
                .isEqualTo(hosts.webhookUrl("buyer-1"));
        assertThat(Registries.load().schemas().validate("ucp-profile", profile)).isEmpty();
        assertThat(profile.path("keys")).hasSize(2).noneMatch(key -> key.has("d"));
        String tag = answer.headers().firstValue("etag").orElseThrow();
        assertThat(web.get(operator.url(), "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(operator.fetches()).isEqualTo(2);
    }

    @Test
    void publishesChangesAndFaultsUntilRestored() {
        String before = web.get(operator.url()).body();
        operator.publish(profile -> profile.without(List.of("keys")));
        operator.cacheControl("max-age=5");
        assertThat(web.get(operator.url()).body()).doesNotContain("keys");
        operator.answer(request -> Reply.of(302).with("Location", hosts.base() + "/elsewhere"));
        assertThat(web.get(operator.url()).statusCode()).isEqualTo(302);
        operator.restore();
        assertThat(web.get(operator.url()).body()).isEqualTo(before);
        web.get(hosts.base() + "/elsewhere");
        assertThat(hosts.strays()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void makesTheSameKeyForALabelAlways(SignatureAlgorithm algorithm) {
        ObjectNode jwk = new OperatorKeys("seed").privateJwk("buyer-1/3", algorithm);
        assertThat(new OperatorKeys("seed").privateJwk("buyer-1/3", algorithm)).isEqualTo(jwk);
        assertThat(new OperatorKeys("other").privateJwk("buyer-1/3", algorithm)).isNotEqualTo(jwk);
        assertThat(new OperatorKeys("seed").key(jwk).algorithm()).isEqualTo(algorithm);
        assertThat(jwk.path("alg").stringValue()).isEqualTo(algorithm.joseName());
    }

    @Test
    void takesWebhooksAsPlanned() {
        webhooks.behave("buyer-1", "dea_1", Reply.of(500), Reply.of(410));
        assertThat(deliver("dea_1")).isEqualTo(500);
        assertThat(deliver("dea_2")).isEqualTo(200);
        assertThat(deliver("dea_1")).isEqualTo(410);
        assertThat(deliver("dea_1")).isEqualTo(200);
        assertThat(webhooks.deliveries("buyer-1", "dea_1")).hasSize(3);
        assertThat(webhooks.deliveries(
                        "buyer-1", body -> body.path("subject").stringValue("").equals("deal/dea_2")))
                .hasSize(1);
        assertThat(webhooks.deliveries("marketplace", "dea_1")).isEmpty();
    }

    private int deliver(String deal) {
        return web.post(operator.webhookUrl(), "{\"subject\":\"deal/" + deal + "\"}")
                .statusCode();
    }
}
