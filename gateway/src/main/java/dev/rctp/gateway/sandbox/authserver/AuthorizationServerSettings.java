package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Action;
import dev.rctp.registries.IdSource;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TEST ONLY: what the authorization server is told.
 *
 * @param port the port to listen on; 0 takes a free one
 * @param resource the gateway's resource identifier: the audience of tokens and tickets
 * @param gatewayClientId the gateway's name at the introspection endpoint
 * @param gatewayClientSecret the gateway's secret there
 * @param actions the verbs whose scopes can be granted
 * @param clients the operators that may ask
 * @param clock the sandbox's clock
 * @param cryptography makes the key that signs tickets
 * @param random makes tokens and codes
 * @param ids makes identifiers
 * @param state the folder that keeps grants and keys; null keeps them in memory
 */
public record AuthorizationServerSettings(
        int port,
        String resource,
        String gatewayClientId,
        String gatewayClientSecret,
        List<Action> actions,
        Clients clients,
        InstantSource clock,
        Cryptography cryptography,
        SecureRandom random,
        IdSource ids,
        @Nullable Path state) {

    /** Keeps its own copy of the actions. */
    public AuthorizationServerSettings {
        actions = List.copyOf(actions);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "AuthorizationServerSettings[port=" + port + ", resource=" + resource + "]";
    }
}
