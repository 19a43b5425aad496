package dev.rctp.registries;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Constants of our enums as the registry files write them: lower case. */
final class Tokens {

    private Tokens() {}

    static <E extends Enum<E>> E read(Class<E> type, JsonNode token) {
        return Enum.valueOf(type, token.stringValue().toUpperCase(Locale.ROOT));
    }

    static <E extends Enum<E>> Set<E> readAll(Class<E> type, JsonNode tokens) {
        Set<E> all = EnumSet.noneOf(type);
        tokens.forEach(token -> all.add(read(type, token)));
        return all;
    }
}
