package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.sandbox.operators.HostedAgent;
import dev.rctp.gateway.sandbox.operators.HostedOperator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: {@code sandbox.json}, which tells tools outside where everything is and gives them every test key. */
public final class SandboxFile {

    private SandboxFile() {}

    /** Its content. */
    public static ObjectNode compose(
            SandboxAddresses addresses, List<HostedOperator> operators, List<SellerPasskey> passkeys) {
        ObjectNode file = JsonNodeFactory.instance
                .objectNode()
                .put("gateway", addresses.gateway())
                .put("management", addresses.management())
                .put("authorization_server", addresses.authorizationServer())
                .put("marketplace", addresses.marketplace())
                .put("gateway_profile", addresses.gateway() + "/.well-known/ucp");
        file.putArray("operators")
                .addAll(operators.stream().map(SandboxFile::operator).toList());
        file.putArray("sellers")
                .addAll(passkeys.stream()
                        .map(passkey -> seller(passkey, addresses.gateway()))
                        .toList());
        file.set("test", testEndpoints(addresses));
        return file;
    }

    /** Takes it away from the folder, whoever left it, so that a file there means that a sandbox is ready. */
    public static void withdraw(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve("sandbox.json"));
    }

    /** Writes it into the folder under its name, whole or not at all, readable by its owner alone. */
    public static void write(ObjectNode content, Path folder) throws IOException {
        Path draft = Files.createTempFile(Files.createDirectories(folder), "sandbox", ".json.new");
        Files.write(draft, (content.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
        Files.move(
                draft,
                folder.resolve("sandbox.json"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** The address that leads a person's browser to the page that makes their passkey. */
    public static String passkeyPage(SandboxAddresses addresses) {
        return addresses.management() + "/test/passkey";
    }

    /** The address that leads a person's browser to a question, to be answered with that passkey. */
    public static String questionPage(SandboxAddresses addresses) {
        return addresses.management() + "/test/question";
    }

    private static ObjectNode operator(HostedOperator operator) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", operator.name());
        operator.roles().forEach(json.putArray("roles")::add);
        json.put("profile", operator.profile());
        json.putArray("agents")
                .addAll(operator.agents().stream().map(SandboxFile::agent).toList());
        return json;
    }

    private static ObjectNode agent(HostedAgent agent) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("agent_id", agent.agentId());
        json.set("jwk", agent.key().privateJwk());
        return json;
    }

    private static ObjectNode seller(SellerPasskey passkey, String origin) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("sub", passkey.sub());
        ObjectNode key = json.putObject("passkey").put("credential_id", passkey.credentialId());
        key.set("jwk", passkey.key().privateJwk());
        key.put("rp_id", "localhost").put("origin", origin);
        return json;
    }

    private static ObjectNode testEndpoints(SandboxAddresses addresses) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("grant", addresses.authorizationServer() + "/test/grants")
                .put("marketplace_log", addresses.marketplace() + "/test/log")
                .put("marketplace_behaviour", addresses.marketplace() + "/test/behaviour")
                .put("webhooks", addresses.operators() + "/test/webhooks")
                .put("clock", addresses.management() + "/test/clock")
                .put("listings", addresses.management() + "/test/listings")
                .put("tickets", addresses.authorizationServer() + "/test/tickets")
                .put("passkey", passkeyPage(addresses))
                .put("question", questionPage(addresses));
    }
}
