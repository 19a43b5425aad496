package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * An unpacked PostgreSQL.
 *
 * @param home the folder with {@code bin}, {@code lib} and {@code share}
 */
public record ServerBinaries(Path home) {

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    /** The user's folder for such things: {@code $XDG_CACHE_HOME/rctp} or {@code ~/.cache/rctp}. */
    public static Path usualCache(Map<String, String> environment, String userHome) {
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (xdg.startsWith("/") ? Path.of(xdg) : Path.of(userHome, ".cache")).resolve("rctp");
    }

    /** The binaries on the class path, unpacked into the cache unless they are there; safe for concurrent processes. */
    public static ServerBinaries unpack(Path cache) throws IOException {
        return unpack(cache, () -> {
            InputStream archive = ServerBinaries.class.getResourceAsStream(ARCHIVE);
            if (archive == null) {
                throw new IOException("There are no PostgreSQL binaries for this machine; set store.url.");
            }
            return archive;
        });
    }

    /** The binaries in the given .tar.xz, unpacked likewise. */
    static ServerBinaries unpack(Path cache, Archive archive) throws IOException {
        Path home = cache.resolve("postgres-" + digest(archive));
        if (!Files.isDirectory(home)) {
            Files.createDirectories(cache);
            Path unfinished = Files.createTempDirectory(cache, ".unpacking-");
            try (InputStream in = archive.open()) {
                TarXz.unpack(in, unfinished);
                publish(unfinished, home);
            } finally {
                Folders.delete(unfinished); // there only where something failed, or another was first
            }
        }
        return new ServerBinaries(home);
    }

    /** The whole folder appears at once; whoever comes second takes the first one's. */
    private static void publish(Path unfinished, Path home) throws IOException {
        try {
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(home)) {
                throw e;
            }
        }
    }

    private static String digest(Archive archive) throws IOException {
        try (InputStream in = archive.open()) {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                sha256.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(sha256.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A .tar.xz that can be read more than once. */
    @FunctionalInterface
    interface Archive {
        InputStream open() throws IOException;
    }
}
