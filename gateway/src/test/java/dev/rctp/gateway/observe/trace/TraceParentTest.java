package dev.rctp.gateway.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.HttpFields;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context 3.2. */
class TraceParentTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";

    @Test
    @DisplayName("a well-formed traceparent is read, with the caller's flags")
    void wellFormed() {
        assertThat(TraceParent.of(HttpFields.of("traceparent", "00-" + TRACE + "-" + PARENT + "-01")))
                .contains(new TraceParent(TRACE, PARENT, 1));
        assertThat(TraceParent.of(HttpFields.of("traceparent", "00-" + TRACE + "-" + PARENT + "-fe")))
                .contains(new TraceParent(TRACE, PARENT, 2));
        assertThat(TraceParent.of(HttpFields.of("traceparent", "cc-" + TRACE + "-" + PARENT + "-01-more")))
                .as("a later version may have more")
                .contains(new TraceParent(TRACE, PARENT, 1));
    }

    @ParameterizedTest
    @DisplayName("what is not well-formed is no traceparent")
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 01"
            })
    void malformed(String value) {
        assertThat(TraceParent.of(HttpFields.of("traceparent", value))).isEmpty();
    }

    @Test
    @DisplayName("two of them are none")
    void twice() {
        String one = "00-" + TRACE + "-" + PARENT + "-01";
        assertThat(TraceParent.of(HttpFields.of("traceparent", one, "traceparent", one)))
                .isEmpty();
    }
}
