package dev.rctp.gateway.e2e;

import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives a test class a sandbox of its own, whose clock nobody has moved: for commands, which go by the system's clock. */
public final class OnTime extends Sandboxed {

    @Override
    ExtensionContext sharedBy(ExtensionContext extension) {
        return extension.getTestMethod().isPresent() ? extension.getParent().orElseThrow() : extension;
    }
}
