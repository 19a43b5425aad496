package dev.rctp.approval.page;

import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one script and the one style sheet of the pages, at paths of the gateway's own. */
public final class Assets {

    /** The path of the script. */
    public static final String SCRIPT = "/approve/assets/page.js";

    /** The path of the style sheet. */
    public static final String STYLE = "/approve/assets/page.css";

    private final Map<String, RenderedPage> files = Map.of(
            SCRIPT,
            file("page.js", "text/javascript; charset=utf-8"),
            STYLE,
            file("page.css", "text/css; charset=utf-8"));

    /** Reads the packed files; throws {@link IllegalStateException} where one is missing. */
    public Assets() {}

    /**
     * The file at this path, or 304 for a browser that has it (RFC 9110 13.1.2); empty where there is none.
     *
     * @param path the request's path without its query
     * @param ifNoneMatch the request's {@code If-None-Match}; null for none
     */
    public Optional<RenderedPage> get(String path, @Nullable String ifNoneMatch) {
        return Optional.ofNullable(files.get(path))
                .map(file -> String.valueOf(file.fields().get("etag")).equals(ifNoneMatch)
                        ? new RenderedPage(304, file.fields(), new byte[0])
                        : file);
    }

    private static RenderedPage file(String name, String type) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            byte[] content = in.readAllBytes();
            String tag = '"' + HexFormat.of().formatHex(Sha256.bytes(content), 0, 16) + '"';
            Map<String, String> fields = Map.of(
                    "content-type", type,
                    "cache-control", "no-cache",
                    "etag", tag,
                    "x-content-type-options", "nosniff",
                    "cross-origin-resource-policy", "same-origin");
            return new RenderedPage(200, fields, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
