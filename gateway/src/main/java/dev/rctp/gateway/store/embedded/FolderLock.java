package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The right to run a server on a folder; the system takes it back when the process ends in any way.
 *
 * <p>Beside the lock stands a file that names the holder. It is read first, because opening and closing the locked file a
 * second time within one process would drop the lock (POSIX {@code fcntl}).
 */
final class FolderLock implements AutoCloseable {

    private final FileChannel channel;
    private final Path holder;

    private FolderLock(FileChannel channel, Path holder) {
        this.channel = channel;
        this.holder = holder;
    }

    static FolderLock take(Path folder) throws IOException {
        Path holder = folder.resolve("gateway.pid");
        if (self().equals(read(holder))) {
            throw inUse(folder, holder);
        }
        FileChannel channel =
                FileChannel.open(folder.resolve("gateway.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw inUse(folder, holder);
        }
        Files.writeString(holder, self());
        return new FolderLock(channel, holder);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static IOException inUse(Path folder, Path holder) {
        String text = read(holder);
        String who = text == null ? "" : " (process " + text.split(" ", 2)[0] + ")";
        return new IOException("The store's folder " + folder + " is in use by another gateway" + who
                + "; give each gateway its own folder, or one PostgreSQL for all by store.url.");
    }

    private static @Nullable String read(Path holder) {
        try {
            return Files.readString(holder);
        } catch (IOException e) {
            return null;
        }
    }

    private static String self() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + " " + self.info().startInstant().orElse(Instant.EPOCH);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(holder);
        channel.close();
    }
}
