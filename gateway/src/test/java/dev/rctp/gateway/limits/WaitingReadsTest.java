package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitingReadsTest {

    private final Room calls = new Room(1);
    private final WaitingReads waiting = new WaitingReads(calls);

    private Optional<Visit> waits(String operator) {
        assertThat(calls.take()).as("a place to come in").isTrue();
        Optional<Visit> place = waiting.enter(operator);
        if (place.isEmpty()) {
            calls.giveBack();
        }
        return place;
    }

    @Test
    @DisplayName("APR-2: who waits holds no place of a call, and has one again to answer")
    void lentBack() {
        Visit first = waits("a").orElseThrow();
        Visit second = waits("b").orElseThrow();
        first.close();
        assertThat(calls.take()).isFalse();
        second.close();
        calls.giveBack();
        assertThat(calls.take()).isFalse();
        calls.giveBack();
        assertThat(calls.take()).isTrue();
    }

    @Test
    @DisplayName("one operator's reads that wait leave places to others', and all together are bounded")
    void bounded() {
        List<Visit> places = new ArrayList<>();
        for (int operator = 0; operator * WaitingReads.OF_OPERATOR < WaitingReads.OF_ALL; operator++) {
            for (int i = 0; i < WaitingReads.OF_OPERATOR; i++) {
                places.add(waits("operator-" + operator).orElseThrow());
            }
            assertThat(waits("operator-" + operator)).isEmpty();
        }
        assertThat(waits("late")).isEmpty();
        places.getFirst().close();
        calls.giveBack();
        assertThat(waits("late")).isPresent();
    }
}
