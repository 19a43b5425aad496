package dev.rctp.gateway.e2e;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.sandbox.Sandbox;
import dev.rctp.msgsig.Cryptography;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one sandbox of this test run; it is started for the first that asks. */
public class Sandboxed implements ParameterResolver {

    private record Running(Sandbox sandbox, World world, Path state) implements AutoCloseable {
        @Override
        public void close() {
            sandbox.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
        Class<?> type = parameter.getParameter().getType();
        return type == World.class || type == Path.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
        Running running = sharedBy(extension)
                .getStore(ExtensionContext.Namespace.create(Sandboxed.class))
                .computeIfAbsent(getClass(), _ -> start(), Running.class);
        return parameter.getParameter().getType() == World.class ? running.world() : running.state();
    }

    /** With whom the sandbox is shared: everything below this context. */
    ExtensionContext sharedBy(ExtensionContext extension) {
        return extension.getRoot();
    }

    private static Running start() {
        try {
            Path state = Files.createTempDirectory("rctp-sandbox");
            Sandbox sandbox = Sandbox.start(state, TestPorts.from(24_000), state.resolveSibling("rctp-programs"));
            return new Running(sandbox, new World(sandbox.file(), Cryptography.select()), state);
        } catch (Exception e) {
            throw new IllegalStateException("the sandbox does not start", e);
        }
    }
}
