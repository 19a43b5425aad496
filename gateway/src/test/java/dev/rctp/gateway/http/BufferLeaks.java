package dev.rctp.gateway.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails the tests of a class after which a buffer is found that was neither released nor is in use. It holds for all tests of this JVM
 * that speak HTTP ({@code META-INF/services}), with Netty's leak detection {@code paranoid}, as the build sets it.
 */
public final class BufferLeaks implements BeforeAllCallback, AfterAllCallback {

    /** The hint of a buffer that a test leaves behind to see that it is noticed. */
    public static final String DELIBERATE = "left behind on purpose";

    private static final List<String> PACKAGES = List.of("dev.rctp.gateway.e2e", "dev.rctp.gateway.http");
    private static final int ROUNDS = 3;

    /** What was found, and not yet asked for. */
    private final Queue<String> found = new ConcurrentLinkedQueue<>();

    private static boolean concerns(ExtensionContext context) {
        String name = context.getRequiredTestClass().getName();
        return PACKAGES.stream().anyMatch(name::startsWith);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (concerns(context)) {
            if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
                throw new AssertionError("io.netty.leakDetection.level is not paranoid");
            }
            ByteBufUtil.setLeakListener((type, records) -> found.add(type + records));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (concerns(context)) {
            look();
            List<String> leaks =
                    found.stream().filter(leak -> !leak.contains(DELIBERATE)).toList();
            found.clear();
            if (!leaks.isEmpty()) {
                throw new AssertionError(leaks.size() + " buffers left behind, the first: " + leaks.getFirst());
            }
        }
    }

    /** Lets the detector see what the collector has found; it looks when a buffer is allocated. */
    public static void look() {
        for (int i = 0; i < ROUNDS; i++) {
            System.gc();
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            ByteBufAllocator.DEFAULT.buffer(1).release();
        }
    }
}
