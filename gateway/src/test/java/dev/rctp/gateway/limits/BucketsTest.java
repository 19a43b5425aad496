package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BucketsTest {

    private static final Allowance TEN_A_SECOND = new Allowance(10, 20, 1);

    private final StillClock clock = new StillClock();
    private final Buckets<String> buckets = new Buckets<>(clock, "", 1_000);

    private int taken(String party, int tries, Allowance allowance) {
        return (int) IntStream.range(0, tries)
                .filter(_ -> buckets.take(party, allowance))
                .count();
    }

    @Test
    @DisplayName("a bucket gives its burst at once, then what its rate brings, and never more than its burst")
    void rate() {
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(20);
        clock.move(Duration.ofMillis(99));
        assertThat(taken("a", 5, TEN_A_SECOND)).isZero();
        clock.move(Duration.ofMillis(1));
        assertThat(taken("a", 5, TEN_A_SECOND)).isEqualTo(1);
        clock.move(Duration.ofSeconds(1));
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(10);
        clock.move(Duration.ofHours(1));
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(20);
    }

    @Test
    @DisplayName("one party's bucket is nobody else's")
    void apart() {
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(20);
        assertThat(taken("b", 50, TEN_A_SECOND)).isEqualTo(20);
    }

    @Test
    @DisplayName("full buckets go with time, also where there is room for more")
    void forgotten() {
        IntStream.range(0, 500).forEach(i -> buckets.take("p" + i, TEN_A_SECOND));
        assertThat(buckets.size()).isEqualTo(500);
        clock.move(Duration.ofMinutes(1));
        assertThat(taken("late", 1, TEN_A_SECOND)).isOne();
        assertThat(buckets.size()).isOne();
    }

    @Test
    @DisplayName("a clock that is set back, and an allowance that shrinks, shut nobody out")
    void clockSetBack() {
        assertThat(taken("a", 20, TEN_A_SECOND)).isEqualTo(20);
        clock.move(Duration.ofHours(-1));
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(1);
        clock.move(Duration.ofSeconds(1));
        assertThat(taken("a", 50, TEN_A_SECOND)).isEqualTo(10);

        Allowance slow = new Allowance(1, 100, 1);
        assertThat(taken("b", 200, slow)).isEqualTo(100);
        assertThat(taken("b", 50, TEN_A_SECOND)).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "any number of parties takes the memory of so many; those without room share one bucket until there is")
    void bounded() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(buckets.take("p" + i, TEN_A_SECOND)).isTrue();
        }
        int admitted = (int) IntStream.range(0, 100_000)
                .filter(i -> buckets.take("q" + i, TEN_A_SECOND))
                .count();
        assertThat(admitted).isEqualTo(20);
        assertThat(buckets.size()).isLessThanOrEqualTo(1_001);
        assertThat(buckets.take("p1", TEN_A_SECOND)).as("a party that is known").isTrue();

        clock.move(Duration.ofSeconds(2));
        assertThat(taken("q1", 50, TEN_A_SECOND)).as("a new one, after a while").isEqualTo(20);
        assertThat(buckets.size()).isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("many threads get no more than one would")
    void concurrent() throws Exception {
        Callable<Integer> trying = () -> taken("a", 10_000, new Allowance(1, 5_000, 1));
        try (var threads = Executors.newFixedThreadPool(4)) {
            int all = 0;
            for (Future<Integer> one : threads.invokeAll(List.of(trying, trying, trying, trying))) {
                all += one.get();
            }
            assertThat(all).isEqualTo(5_000);
        }
    }
}
