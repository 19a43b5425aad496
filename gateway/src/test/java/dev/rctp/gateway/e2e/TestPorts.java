package dev.rctp.gateway.e2e;

import dev.rctp.gateway.sandbox.SandboxPorts;
import java.io.IOException;

/** Free ports for sandboxes and gateways, which two processes of tests look for at once. */
public final class TestPorts {

    private static final int BELOW = 10_000;

    private TestPorts() {}

    /** The first free ones from this one on; in the second process from as far below it that the first never gets there. */
    public static SandboxPorts from(int first) throws IOException {
        return SandboxPorts.freeFrom(first - BELOW * (Integer.getInteger("test.process", 1) - 1));
    }
}
