package dev.rctp.conformance.breakable.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Header lines in their order.
 *
 * @param lines all of them
 */
public record Headers(List<Header> lines) {

    /** Keeps its own copy. */
    public Headers {
        lines = List.copyOf(lines);
    }

    /** No lines. */
    public static Headers none() {
        return new Headers(List.of());
    }

    /** The values of a header's lines; the name's case doesn't matter. */
    public List<String> all(String name) {
        return lines.stream()
                .filter(line -> line.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    /** The value of a header's first line. */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** The values of a header's lines, joined as RFC 9110 section 5.3 says. */
    public Optional<String> joined(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", all));
    }

    /** Whether there is such a line. */
    public boolean has(String name) {
        return first(name).isPresent();
    }

    /** These and one line more. */
    public Headers plus(String name, String value) {
        List<Header> more = new ArrayList<>(lines);
        more.add(new Header(name, value));
        return new Headers(more);
    }

    /** Those that {@code kept} holds for. */
    public Headers only(Predicate<Header> kept) {
        return new Headers(lines.stream().filter(kept).toList());
    }
}
