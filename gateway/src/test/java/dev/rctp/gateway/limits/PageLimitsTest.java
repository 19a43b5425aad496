package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PageLimitsTest {

    private static final String ASKED = "apr_aaaaaaaaaaaaaaaaaaaaaaaaaa";

    private final StillClock clock = new StillClock();
    private final PageLimits limits = new PageLimits(true, clock);

    private static InetAddress host(int n) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, (byte) (n >> 8), (byte) n});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static int passed(int tries, BooleanSupplier call) {
        return (int) IntStream.range(0, tries).filter(_ -> call.getAsBoolean()).count();
    }

    @Test
    @DisplayName(
            "APR-8: an address posts to an approval 10 times at once, then every 6 s, fewer than fill 16 submissions")
    void posts() {
        assertThat(passed(100, () -> limits.post(ASKED, host(1)))).isEqualTo(10);
        clock.move(Duration.ofSeconds(PageLimits.WAIT_SECONDS));
        assertThat(passed(100, () -> limits.post(ASKED, host(1)))).isEqualTo(1);
        assertThat(limits.post("apr_bbbbbbbbbbbbbbbbbbbbbbbbbb", host(1))).isTrue();
    }

    @Test
    @DisplayName("APR-8: however many addresses post to an approval, another one gets its share of it")
    void notShutOut() {
        int all = IntStream.range(2, 202)
                .map(n -> passed(20, () -> limits.post(ASKED, host(n))))
                .sum();
        assertThat(all).isEqualTo(200 * 4 + 60);
        assertThat(passed(20, () -> limits.post(ASKED, host(1)))).isEqualTo(4);
    }

    @Test
    @DisplayName(
            "APR-3: in 15 minutes an address can't look so often that a challenge shown to another one is forgotten")
    void views() {
        int looks = passed(1_000, () -> limits.view(ASKED, host(1)));
        for (int second = 0; second < 900; second++) {
            clock.move(Duration.ofSeconds(1));
            looks += passed(10, () -> limits.view(ASKED, host(1)));
        }
        assertThat(2 * looks).isBetween(256, 510);
        assertThat(limits.view(ASKED, host(2))).isTrue();
    }

    @Test
    @DisplayName("APR-8: approvals together have an address's limit, and enrolments have one")
    void addresses() {
        assertThat(IntStream.range(0, 1_000)
                        .filter(n -> limits.post("apr_" + n, host(1)))
                        .count())
                .isEqualTo(200);
        assertThat(passed(100, () -> limits.enrol(host(1)))).isEqualTo(30);
        assertThat(limits.enrol(host(2))).isTrue();
    }

    @Test
    @DisplayName("APR-8: where addresses say nothing, an approval has one limit for all")
    void behindProxy() {
        limits.reload(false);
        assertThat(passed(1_000, () -> limits.view(ASKED, host(1)))).isEqualTo(1_000);
        assertThat(passed(1_000, () -> limits.enrol(host(1)))).isEqualTo(1_000);
        assertThat(passed(1_000, () -> limits.post(ASKED, host(1)))).isEqualTo(60);
        clock.move(Duration.ofSeconds(1));
        assertThat(passed(1_000, () -> limits.post(ASKED, host(2)))).isEqualTo(1);
    }
}
