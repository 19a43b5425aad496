package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartyTextTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x08, 0x09, 0x0d, 0x1b, 0x7f, 0x85, 0xad, 0x061c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028,
                0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0x115f, 0x2800, 0xfeff, 0xfe0f, 0xe0041,
                0xe0100, 0xe000, 0xd800
            })
    @DisplayName("APR-5: characters that nobody sees, or that turn others around, are shown by their code point")
    void unseen(int point) {
        String text = "Bi" + new String(Character.toChars(point)) + "ke";

        assertThat(PartyText.boxed(text).markup())
                .isEqualTo(String.format(
                        "<blockquote class=\"party\" dir=\"auto\">Bi<span class=\"unseen\">U+%04X</span>ke</blockquote>",
                        point));
        assertThat(PartyText.inline(text).markup()).contains(String.format("U+%04X", point));
    }

    @Test
    void lineFeedsStayInBoxesAndShowInLines() {
        assertThat(PartyText.boxed("a\nb").markup()).contains("a\nb");
        assertThat(PartyText.inline("a\nb").markup()).isEqualTo("<bdi>a<span class=\"unseen\">U+000A</span>b</bdi>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"👩‍👩‍👧", "❤️", "🏳️‍🌈", "👩🏽‍🚀", "été", "自転車", "شباك", "a b"})
    void whatPeopleSeeStays(String text) {
        assertThat(PartyText.inline(text).markup()).isEqualTo("<bdi>" + text + "</bdi>");
    }

    @Test
    void itIsEscaped() {
        assertThat(PartyText.boxed("<script>").markup())
                .contains("&lt;script&gt;")
                .doesNotContain("<script>");
    }
}
