package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.outbound.TestAuthority;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of {@code docs/upstream-signature.md} on mTLS: its JavaScript is the marketplace, the gateway's client calls it. */
class MutualTlsPageTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("PRX-6: the page's JavaScript answers the gateway's certificate, and neither another name's nor none")
    void javascript() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "authority");
        TlsIdentityFiles own = authority.issue("localhost").files();
        Path port = folder.resolve("port");
        String snippet = Checkout.page("docs/upstream-signature.md").block("js", "gatewayOnly");
        String driver = """
                import { readFileSync, renameSync, writeFileSync } from 'node:fs';
                const server = api({ key: readFileSync('%s'), cert: readFileSync('%s') }, readFileSync('%s'), 'gateway.example',
                  (request, response) => {
                    response.end('ok');
                    if (request.url === '/stop') setTimeout(() => { server.close(); server.closeAllConnections(); }, 100);
                  });
                server.listen(0, '127.0.0.1', () => {
                  writeFileSync('%s.new', String(server.address().port));
                  renameSync('%s.new', '%s');
                });
                """.formatted(own.key(), own.certificate(), authority.bundle(), port, port, port);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Transport transport = Transport.open(1)) {
            Future<String> node = threads.submit(() -> NodeSnippet.run(snippet + "\n" + driver));
            await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(port) || node.isDone());
            if (node.isDone()) {
                node.get();
            }
            String origin = "https://localhost:" + Files.readString(port);
            TlsIdentityFiles stranger = authority.issue("stranger.example").files();
            assertThat(status(transport, authority, stranger, origin + "/")).isEqualTo(403);
            assertThatThrownBy(() -> status(transport, authority, null, origin + "/"))
                    .isInstanceOf(IOException.class);
            TlsIdentityFiles gateway = authority.issue("gateway.example").files();
            assertThat(status(transport, authority, gateway, origin + "/stop")).isEqualTo(200);
            node.get();
        }
    }

    private static int status(
            Transport transport, TestAuthority authority, @Nullable TlsIdentityFiles identity, String url)
            throws IOException, InterruptedException {
        ClientTls tls = ClientTls.open(authority.bundle(), identity, InstantSource.system());
        OutboundSettings settings =
                OutboundSettings.of(OutboundTimeouts.defaults(), 1).over(tls, true);
        try (OutboundClient client = new OutboundClient(transport, settings, NameLookup.platform())) {
            return client.exchange(
                            OutboundRequest.get(URI.create(url), HttpFields.none(), Duration.ofSeconds(20), 1024))
                    .status();
        }
    }
}
