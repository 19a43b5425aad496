package dev.rctp.gateway;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The parts that run, to be closed in reverse order, each whether or not another one fails to. */
public final class OpenParts implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Keeps the part, and returns it. */
    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Closes all; throws {@link IllegalStateException} with what went wrong after the last. */
    @Override
    public void close() {
        IllegalStateException failed = null;
        while (!parts.isEmpty()) {
            failed = close(parts.pop(), failed);
        }
        if (failed != null) {
            throw failed;
        }
    }

    private static @Nullable IllegalStateException close(AutoCloseable part, @Nullable IllegalStateException earlier) {
        try {
            part.close();
            return earlier;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return add(earlier, e);
        } catch (Exception e) {
            return add(earlier, e);
        }
    }

    private static IllegalStateException add(@Nullable IllegalStateException earlier, Exception e) {
        IllegalStateException all =
                earlier == null ? new IllegalStateException("a part did not stop in good order") : earlier;
        all.addSuppressed(e);
        return all;
    }
}
