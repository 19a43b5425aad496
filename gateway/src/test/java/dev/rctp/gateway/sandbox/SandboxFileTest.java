package dev.rctp.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.gateway.sandbox.operators.HostedAgent;
import dev.rctp.gateway.sandbox.operators.HostedOperator;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class SandboxFileTest {

    private static final SandboxAddresses ADDRESSES = new SandboxAddresses(
            "http://localhost:4001",
            "http://localhost:4002",
            "http://localhost:4000",
            "http://localhost:4003",
            "http://localhost:4004");

    private final Cryptography cryptography = Cryptography.select();

    @Test
    @DisplayName("sandbox.json has exactly the members that tools outside read")
    void content() throws IOException {
        TestKey agent = TestKey.generate(cryptography);
        HostedOperator operator = new HostedOperator(
                "seller-ops",
                List.of("seller"),
                "http://localhost:4004/seller-ops/.well-known/ucp",
                "Seller Ops GmbH",
                List.of(new HostedAgent("agent-1", agent)));
        SellerPasskey passkey = new SellerPasskeys(List.of("slr_1"), cryptography, new SecureRandom(), null)
                .all()
                .getFirst();

        ObjectNode file = SandboxFile.compose(ADDRESSES, List.of(operator), List.of(passkey));

        String expected = """
                {"gateway":"http://localhost:4001","management":"http://localhost:4002",
                "authorization_server":"http://localhost:4000","marketplace":"http://localhost:4003",
                "gateway_profile":"http://localhost:4001/.well-known/ucp",
                "operators":[{"name":"seller-ops","roles":["seller"],
                "profile":"http://localhost:4004/seller-ops/.well-known/ucp",
                "agents":[{"agent_id":"agent-1","jwk":%s}]}],
                "sellers":[{"sub":"slr_1","passkey":{"credential_id":"%s","jwk":%s,"rp_id":"localhost",
                "origin":"http://localhost:4001"}}],
                "test":{"grant":"http://localhost:4000/test/grants",
                "marketplace_log":"http://localhost:4003/test/log",
                "marketplace_behaviour":"http://localhost:4003/test/behaviour",
                "webhooks":"http://localhost:4004/test/webhooks","clock":"http://localhost:4002/test/clock",
                "listings":"http://localhost:4002/test/listings",
                "tickets":"http://localhost:4000/test/tickets",
                "passkey":"http://localhost:4002/test/passkey",
                "question":"http://localhost:4002/test/question"}}""".replace("\n", "").formatted(
                agent.privateJwk(), passkey.credentialId(), passkey.key().privateJwk());
        assertThat(file.toString()).isEqualTo(expected);
        assertThat(agent.privateJwk().propertyNames()).containsExactly("kty", "crv", "x", "y", "d", "kid");
    }

    @Test
    void itReplacesAnEarlierOneAndLeavesNoDraft(@TempDir Path folder) throws IOException, InvalidJsonException {
        SandboxFile.write(SandboxFile.compose(ADDRESSES, List.of(), List.of()), folder);
        SandboxFile.write(SandboxFile.compose(ADDRESSES, List.of(), List.of()), folder);

        JsonNode read = StrictJson.parse(Files.readAllBytes(folder.resolve("sandbox.json")));
        assertThat(read.get("gateway").stringValue()).isEqualTo("http://localhost:4001");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
        SandboxFile.withdraw(folder);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void passkeysOutliveARestart(@TempDir Path state) throws IOException {
        List<SellerPasskey> first =
                new SellerPasskeys(List.of("slr_1", "slr_2"), cryptography, new SecureRandom(), state).all();
        List<SellerPasskey> second =
                new SellerPasskeys(List.of("slr_1", "slr_2"), cryptography, new SecureRandom(), state).all();

        assertThat(second.stream().map(SellerPasskey::credentialId))
                .isEqualTo(first.stream().map(SellerPasskey::credentialId).toList());
    }
}
