package dev.rctp.gateway.cli;

import java.nio.file.Path;

/** Where the embedded database's programs are unpacked once for this user. */
final class ProgramCache {

    private ProgramCache() {}

    static Path folder() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base = cache == null || cache.isEmpty()
                ? Path.of(System.getProperty("user.home", "."), ".cache")
                : Path.of(cache);
        return base.resolve("rctp");
    }
}
