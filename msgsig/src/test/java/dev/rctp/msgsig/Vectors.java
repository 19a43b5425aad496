package dev.rctp.msgsig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public test vectors kept under {@code vectors/}. */
public final class Vectors {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Vectors() {}

    /** The JSON of one file, such as {@code rfc9421/rfc9421-appendix-b.json}. */
    public static JsonNode read(String file) {
        String resource = "/vectors/" + file;
        try (InputStream in = Objects.requireNonNull(Vectors.class.getResourceAsStream(resource), resource)) {
            return MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
