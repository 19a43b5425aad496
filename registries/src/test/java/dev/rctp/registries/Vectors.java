package dev.rctp.registries;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The test vectors beside the tests; a missing one is a failure. */
final class Vectors {

    private Vectors() {}

    static byte[] bytes(String path) throws IOException {
        try (InputStream in = Vectors.class.getResourceAsStream("/" + path)) {
            return Objects.requireNonNull(in, path + " is missing").readAllBytes();
        }
    }

    static String text(String path) throws IOException {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }
}
