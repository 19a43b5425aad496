package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReadyTest {

    private static Typed ready(int status) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/readyz", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        try {
            return Typed.rctp(
                    "ready",
                    "--management",
                    "http://127.0.0.1:" + server.getAddress().getPort());
        } finally {
            server.stop(0);
        }
    }

    @Test
    @DisplayName("rctp ready: 0 where /readyz is 200, 1 and one sentence where it is not or nobody answers")
    void ready() throws Exception {
        assertThat(ready(200)).isEqualTo(new Typed(0, "", ""));
        assertThat(ready(503)).isEqualTo(new Typed(1, "", "rctp: the gateway is not ready: it answered 503.\n"));
        assertThat(Typed.rctp("ready", "--management", "http://127.0.0.1:1").err())
                .isEqualTo("rctp: nobody answers at http://127.0.0.1:1.\n");
        assertThat(Typed.rctp("ready", "--management", "file:/readyz").exit()).isEqualTo(1);
    }
}
