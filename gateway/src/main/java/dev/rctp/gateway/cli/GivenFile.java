package dev.rctp.gateway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that the command line names, read up to a limit; what is wrong with one is told with its name. */
final class GivenFile {

    private GivenFile() {}

    static byte[] read(Path file, int mostBytes) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString(), mostBytes);
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist.", e);
        } catch (FileSystemException e) {
            throw new IOException(file + " can't be read.", e);
        }
    }

    static byte[] read(InputStream in, String name, int mostBytes) throws IOException {
        byte[] bytes = in.readNBytes(mostBytes + 1);
        if (bytes.length > mostBytes) {
            throw new IOException(name + " is larger than " + (mostBytes >> 10) + " KiB.");
        }
        return bytes;
    }
}
