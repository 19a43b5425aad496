package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HangUpsTest {

    @Test
    @DisplayName("after a reload that ends with an exception or an error, the next signal is heard all the same")
    void failures() throws Exception {
        HangUps hangUps = new HangUps();
        SynchronousQueue<Integer> done = new SynchronousQueue<>();
        AtomicInteger turns = new AtomicInteger();
        hangUps.each(() -> {
            int turn = turns.incrementAndGet();
            try {
                done.put(turn);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (turn == 1) {
                throw new NoClassDefFoundError("a class");
            }
            throw new IllegalStateException("a fault");
        });
        for (int turn = 1; turn <= 3; turn++) {
            hangUps.came();
            assertThat(done.poll(10, TimeUnit.SECONDS)).isEqualTo(turn);
        }
    }
}
