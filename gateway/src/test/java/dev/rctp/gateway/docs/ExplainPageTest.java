package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.explain.Mistake;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code docs/explain.md} against the program. */
class ExplainPageTest {

    @Test
    @DisplayName("the page lists each mistake that can be named, with its clause and what mends it, and no other")
    void table() throws Exception {
        List<List<String>> listed = Checkout.page("docs/explain.md").section("## The mistakes").rows().stream()
                .map(row -> row.subList(0, 4))
                .toList();
        assertThat(listed)
                .isEqualTo(Arrays.stream(Mistake.values())
                        .map(mistake -> List.of(
                                "`" + mistake.code() + "`", mistake.title(), mistake.remedy(), mistake.clause()))
                        .toList());
    }
}
