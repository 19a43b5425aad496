package dev.rctp.gateway.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.explain.BaseText.Line;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The search for what a signer did, and what it may cost. */
class SearchTest {

    private static BaseText base(String value) {
        List<Line> lines = IntStream.range(0, 60)
                .mapToObj(i -> new Line("x-" + i, "\"x-" + i + "\"", value + i))
                .toList();
        return new BaseText(lines, ": ", "\n", "", text -> text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    @DisplayName("each change tried on the way to a pasted base counts, and none is tried beyond the limit")
    void counted() {
        AtomicInteger applied = new AtomicInteger();
        List<Change> changes = IntStream.range(0, 60)
                .mapToObj(i -> new Change(Mistake.HEADER_CHANGED, "", "x-" + i, base -> {
                    applied.incrementAndGet();
                    return base.mapLines(line -> line.component().equals("x-" + i) ? line.valued("new" + i) : line);
                }))
                .toList();
        byte[] wanted = base("new").bytes();

        assertThat(new Search(List.of(), List.of(), changes, 10_000).leadingTo(wanted, base("old")))
                .hasSize(60);
        applied.set(0);
        assertThat(new Search(List.of(), List.of(), changes, 500).leadingTo(wanted, base("old")))
                .isEmpty();
        assertThat(applied.get()).isLessThan(600);
    }
}
