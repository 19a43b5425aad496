package dev.rctp.gateway.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerBinariesTest {

    @TempDir
    Path cache;

    @Test
    @DisplayName("two that unpack at once end up with one whole copy and nothing beside it")
    void unpacksOnce() throws Exception {
        Callable<ServerBinaries> unpack = () -> ServerBinaries.unpack(cache);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<ServerBinaries> first = threads.submit(unpack);
            Future<ServerBinaries> second = threads.submit(unpack);
            assertThat(first.get()).isEqualTo(second.get());
        }
        assertThat(children()).isEqualTo(1);
        assertThat(ServerBinaries.unpack(cache).home().resolve("bin/postgres")).isExecutable();
    }

    @Test
    @DisplayName("the cache is the user's")
    void namesTheCache() {
        assertThat(ServerBinaries.usualCache(Map.of(), "/home/x")).isEqualTo(Path.of("/home/x/.cache/rctp"));
        assertThat(ServerBinaries.usualCache(Map.of("XDG_CACHE_HOME", "/c"), "/home/x"))
                .isEqualTo(Path.of("/c/rctp"));
        assertThat(ServerBinaries.usualCache(Map.of("XDG_CACHE_HOME", "relative"), "/home/x"))
                .isEqualTo(Path.of("/home/x/.cache/rctp"));
    }

    @Test
    @DisplayName("an archive that can't be unpacked leaves nothing behind")
    void leavesNothing() {
        byte[] broken = "no archive".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> ServerBinaries.unpack(cache, () -> new ByteArrayInputStream(broken)))
                .isInstanceOf(IOException.class);
        assertThat(cache).isEmptyDirectory();
    }

    private long children() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.count();
        }
    }
}
