package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The files of the embedded server: {@code data}, {@code password} and {@code postgres.log} in the store's folder.
 *
 * @param data PostgreSQL's data directory
 * @param password of the one user
 */
record Cluster(Path data, String password) {

    static final String USER = "rctp";
    private static final String VERSION = "18";

    /** The cluster in the folder, made first where there is none; a half-made one of a killed process is thrown away. */
    static Cluster in(Path folder, ServerCommand command, SecureRandom random)
            throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path passwordFile = folder.resolve("password");
        if (!Files.exists(data)) {
            create(folder.resolve("data.unfinished"), data, passwordFile, command, random);
        }
        checkVersion(data);
        if (!Files.exists(passwordFile)) {
            throw new IOException("The store's folder " + folder + " has data but no file password.");
        }
        return new Cluster(data, Files.readString(passwordFile).strip());
    }

    private static void create(Path unfinished, Path data, Path password, ServerCommand command, SecureRandom random)
            throws IOException, InterruptedException {
        Folders.delete(unfinished);
        writePassword(password, random);
        int exit = command.program(
                "initdb",
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C");
        if (exit != 0) {
            throw new IOException("PostgreSQL's initdb failed; " + data.resolveSibling("postgres.log") + " says why.");
        }
        Files.writeString(unfinished.resolve("pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
        Files.move(unfinished, data, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void writePassword(Path file, SecureRandom random) throws IOException {
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, HexFormat.of().formatHex(bits) + "\n");
    }

    private static void checkVersion(Path data) throws IOException {
        String version = Files.readString(data.resolve("PG_VERSION")).strip();
        if (!version.equals(VERSION)) {
            throw new IOException(
                    data + " was made by PostgreSQL " + version + "; this gateway brings " + VERSION + ".");
        }
    }
}
