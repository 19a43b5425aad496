package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheLifetimeTest {

    private static final Duration FLOOR = Duration.ofSeconds(60);
    private static final Duration CEILING = Duration.ofMinutes(5);

    @ParameterizedTest
    @DisplayName("OPR-2: Cache-Control decides between 60 s and 5 minutes")
    @CsvSource(
            delimiter = '|',
            value = {
                "public, max-age=120 | 120",
                "max-age=120, public | 120",
                "MAX-AGE=120 | 120",
                "max-age=\"120\" | 120",
                "max-age=0 | 60",
                "max-age=59 | 60",
                "max-age=301 | 300",
                "max-age=31536000 | 300",
                "max-age=99999999999999999999 | 300",
                "max-age=200, max-age=100 | 100",
                "no-store | 60",
                "no-store, max-age=240 | 60",
                "max-age=240, no-cache | 60",
                "private, max-age=240 | 60",
                "private=\"x\", max-age=240 | 60",
                "max-age=-1 | 60",
                "max-age=abc | 60",
                "max-age | 60",
                "s-maxage=240 | 60",
                "x-max-age=240 | 60",
                "'' | 60"
            })
    void lifetime(String cacheControl, long seconds) {
        assertThat(CacheLifetime.of(cacheControl, FLOOR, CEILING)).hasSeconds(seconds);
    }

    @Test
    @DisplayName("OPR-2: without Cache-Control the floor holds")
    void none() {
        assertThat(CacheLifetime.of(null, FLOOR, CEILING)).isEqualTo(FLOOR);
    }
}
