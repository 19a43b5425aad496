package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Random histories of listings against a model. {@code -Drctp.walk.seed=…} repeats one that failed. */
@ExtendWith(OnTime.class)
class WalkTest {

    @Test
    @DisplayName("OFF-1 to OFF-10, CHK-1, LST-9, PRX-2: some random histories go as the model says")
    void some(World world, Path state) throws Exception {
        walk(world, state, 30, 30);
    }

    @Test
    @Tag("long")
    @DisplayName("OFF-1 to OFF-10, CHK-1, LST-9, PRX-2: thousands of random histories go as the model says")
    void thousands(World world, Path state) throws Exception {
        walk(world, state, 2_000, 12);
    }

    private static void walk(World world, Path state, int histories, int steps) throws Exception {
        long first = Long.getLong("rctp.walk.seed", ThreadLocalRandom.current().nextLong(1L << 40));
        int moves = 0;
        for (long seed = first; seed < first + histories; seed++) {
            moves += history(world, state, seed, steps);
        }
        assertThat(moves).isGreaterThan(histories * steps / 2);
    }

    private static int history(World world, Path state, long seed, int steps) throws Exception {
        Walk walk = new Walk(world, state, new Random(seed));
        try {
            for (int i = 0; i < steps; i++) {
                walk.step();
            }
        } catch (AssertionError e) {
            throw new AssertionError(
                    "history " + seed + " (repeat it with -Drctp.walk.seed=" + seed + "):\n" + walk, e);
        }
        return walk.moves();
    }
}
