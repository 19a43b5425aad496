package dev.rctp.gateway.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** TEST ONLY: keeps a state folder to one sandbox, before anything in it is touched; the system lets go of it with the process. */
final class StateLock implements AutoCloseable {

    private final FileChannel file;

    private StateLock(FileChannel file) {
        this.file = file;
    }

    /** Takes the folder; throws with one sentence where another sandbox has it. */
    static StateLock take(Path state) throws IOException {
        FileChannel file =
                FileChannel.open(state.resolve("sandbox.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (file.tryLock() != null) {
                return new StateLock(file);
            }
        } catch (OverlappingFileLockException e) {
            file.close();
            throw new IOException(taken(state), e);
        }
        file.close();
        throw new IOException(taken(state));
    }

    private static String taken(Path state) {
        return "the folder " + state + " is in use by another sandbox; give each its own with --state";
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
