package dev.rctp.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with a configuration file.
 *
 * @param path JSON pointer (RFC 6901) to the value; empty for the whole file
 * @param line in the file, from 1; null where it can't be told
 * @param message one sentence, never quoting a value
 */
public record ConfigFault(String path, @Nullable Integer line, String message) {

    @Override
    public String toString() {
        return (line == null ? "" : "line " + line + ": ") + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
