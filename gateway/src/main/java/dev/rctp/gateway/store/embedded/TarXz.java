package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a .tar.xz with its folders, files, links and executable bits. */
final class TarXz {

    private static final Set<PosixFilePermission> PLAIN = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");

    private TarXz() {}

    static void unpack(InputStream archive, Path target) throws IOException {
        Files.setPosixFilePermissions(target, EXECUTABLE);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(archive))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(entry, tar, target);
            }
        }
    }

    private static void write(TarArchiveEntry entry, InputStream content, Path target) throws IOException {
        Path path = inside(target, entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            inside(target, path.resolveSibling(entry.getLinkName()).toString());
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.createLink(path, inside(target, entry.getLinkName()));
        } else {
            Files.copy(content, path);
            Files.setPosixFilePermissions(path, (entry.getMode() & 0100) != 0 ? EXECUTABLE : PLAIN);
        }
    }

    private static Path inside(Path target, String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("The archive of PostgreSQL names a file outside its folder.");
        }
        return path;
    }
}
