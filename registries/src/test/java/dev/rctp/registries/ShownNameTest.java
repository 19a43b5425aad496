package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShownNameTest {

    @Test
    @DisplayName(
            "OPR-4, GRA-7: a name has something to see, and nothing that hides, turns or breaks the text around it")
    void fit() {
        for (String name : List.of("Agents GmbH", "é", "株式会社", "!", "نماذج", "😀", "x".repeat(200))) {
            assertThat(ShownName.isFit(name, 200)).as(name).isTrue();
        }
        for (String name : List.of(
                "",
                " ",
                "\u00a0",
                "\u3164",
                "\u115f\u1160",
                "\u2800",
                "\uffa0",
                "\u0301",
                "A\u202eB",
                "A\u2066B",
                "A\u200fB",
                "A\u2028B",
                "A\u2029B",
                "A\u0000B",
                "A\u001b[31mB",
                "A\nB",
                "A\u007fB",
                "A\u009bB",
                "A\u00adB",
                "A\u200bB",
                "A\ud800B",
                "x".repeat(201))) {
            assertThat(ShownName.isFit(name, 200)).as(name).isFalse();
        }
        assertThat(ShownName.isFit("😀".repeat(100), 100)).isTrue();
    }
}
