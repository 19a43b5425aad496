package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperatorLimitsTest {

    @Test
    @DisplayName("one operator at its limits takes nothing from another")
    void apart() {
        OperatorLimits limits = new OperatorLimits(new Allowance(1, 3, 2), new StillClock());
        String greedy = "https://greedy.example/.well-known/ucp";
        Admission first = limits.call(greedy);
        limits.call(greedy);
        assertThat(limits.call(greedy)).isEqualTo(Admission.Refused.CONCURRENCY);
        ((Visit) first).close();
        assertThat(limits.call(greedy)).isInstanceOf(Visit.class);
        ((Visit) limits.call("https://other.example/.well-known/ucp")).close();
        limits.reload(new Allowance(1, 3, 100));
        assertThat(limits.call(greedy)).isEqualTo(Admission.Refused.RATE);
        assertThat(limits.call("https://other.example/.well-known/ucp")).isInstanceOf(Visit.class);
    }
}
