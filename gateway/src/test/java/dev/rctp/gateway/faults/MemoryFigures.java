package dev.rctp.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes the figures of a process while something is done to it, and writes them as a table. */
final class MemoryFigures {

    /** What is done; it tells when it is worth looking. */
    interface Work {
        void run(Look look) throws Exception;
    }

    /** Looks at the process now. */
    interface Look {
        void now() throws IOException;
    }

    private static final double MEBI = 1 << 20;

    private final Path file;
    private final List<String> rows = new ArrayList<>();

    MemoryFigures(Path file) {
        this.file = file;
    }

    /** The most that was added to what there was before, at any look. */
    long growth(ProcessMemory memory, String what, Work work) throws Exception {
        ProcessMemory.Figure before = memory.now();
        ProcessMemory.Figure[] most = {before};
        long begun = System.nanoTime();
        work.run(() -> most[0] = most[0].max(memory.now()));
        most[0] = most[0].max(memory.now());
        rows.add("| %s | %.1f | %.1f | %.1f | %.1f | %.1f |"
                .formatted(
                        what,
                        (most[0].heap() - before.heap()) / MEBI,
                        (most[0].direct() - before.direct()) / MEBI,
                        (most[0].resident() - before.resident()) / MEBI,
                        most[0].since(before) / MEBI,
                        (System.nanoTime() - begun) / 1e9));
        write();
        return most[0].since(before);
    }

    private void write() throws IOException {
        Files.writeString(
                file,
                "| growth in MiB, at most | live heap | direct (counted by Java) | all beside the heap | heap and all beside | seconds |\n"
                        + "| - | -: | -: | -: | -: | -: |\n" + String.join("\n", rows) + "\n");
    }
}
