package dev.rctp.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SandboxClockTest {

    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");

    private final SandboxClock clock = new SandboxClock(InstantSource.fixed(START));

    @Test
    void stepsAddUp() {
        clock.advance(Duration.ofMinutes(15));
        clock.advance(Duration.ofMinutes(1));

        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(16)));
        assertThat(clock.offset()).isEqualTo(Duration.ofMinutes(16));
    }

    @Test
    void itNeverGoesBack() {
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofSeconds(-1)));
        assertThat(clock.instant()).isEqualTo(START);
    }
}
