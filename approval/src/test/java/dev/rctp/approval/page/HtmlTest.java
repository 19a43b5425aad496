package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTest {

    @Test
    void textAndAttributesAreEscaped() {
        Html html = Html.tag("p").with("title", "\"'`<&>").of("<b>&amp;'\"</b>");

        assertThat(html.markup())
                .isEqualTo("<p title=\"&quot;&#39;&#96;&lt;&amp;&gt;\">&lt;b&gt;&amp;amp;&#39;&quot;&lt;/b&gt;</p>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"onclick", "style", "srcdoc", "formaction", "a b", "a=", "\"", ""})
    void attributesThatCouldRunAreRefused(String attribute) {
        assertThatIllegalArgumentException().isThrownBy(() -> Html.tag("p").with(attribute, "x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"javascript:alert(1)", "https://evil.example/", "//evil.example/", "/\\evil.example", "x", ""})
    void addressesElsewhereAreRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> Html.tag("a").with("href", address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"style", "iframe", "base", "p>", "P", ""})
    void elementsThatCouldRunAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> Html.tag(name));
    }
}
