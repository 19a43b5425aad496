package dev.rctp.gateway.faults;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;

/** The whole sandbox as a process of its own, with the one clock that a test can move. */
record SandboxProcess(GatewayProcess process, World world, Path state) implements AutoCloseable {

    static SandboxProcess start(Path state, int fromPort) throws IOException {
        SandboxPorts ports = TestPorts.from(fromPort);
        GatewayProcess process = GatewayProcess.start(
                state.resolve("sandbox.log"),
                URI.create("http://localhost:" + (ports.first() + 2)),
                Map.of(),
                "sandbox",
                "--state",
                state.toString(),
                "--port",
                Integer.toString(ports.first()));
        Path file = state.resolve("sandbox.json");
        Awaitility.await().until(() -> file.toFile().exists());
        return new SandboxProcess(process, new World(file, Cryptography.select()), state);
    }

    @Override
    public void close() {
        process.close();
    }
}
