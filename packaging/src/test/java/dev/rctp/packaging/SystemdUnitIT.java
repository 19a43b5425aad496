package dev.rctp.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Gateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The systemd unit, judged by systemd's own tool. */
@Tag("long")
class SystemdUnitIT {

    /** In tenths, of 100: what the unit has now, and no more. */
    private static final String EXPOSURE = "15";

    @TempDir
    Path folder;

    private static Program.Ended analyze(Path folder, String... arguments) throws InterruptedException {
        try {
            return Program.in(folder)
                    .run(java.util.stream.Stream.concat(
                                    java.util.stream.Stream.of("systemd-analyze"), java.util.Arrays.stream(arguments))
                            .toList());
        } catch (IOException e) {
            throw new AssertionError("systemd-analyze is missing: the tests need Debian's package systemd", e);
        }
    }

    private Path unit() throws IOException, InterruptedException {
        Path release = Release.unpack(folder.resolve("opt"));
        String unit = Files.readString(release.resolve("systemd/rctp-gateway.service"));
        assertThat(unit).contains("=/opt/rctp/bin/rctp ");
        return Files.writeString(
                folder.resolve("rctp-gateway.service"), unit.replace("=/opt/rctp/", "=" + release + "/"));
    }

    @Test
    @DisplayName("systemd-analyze verify has nothing to say of the unit, and security calls it OK")
    void verified() throws Exception {
        Path unit = unit();

        Program.Ended verified = analyze(folder, "verify", "--man=no", unit.toString());
        assertThat(verified.exit()).as(verified.err()).isZero();
        assertThat(verified.out() + verified.err()).isEmpty();
        Program.Ended security =
                analyze(folder, "security", "--no-pager", "--offline=true", "--threshold=" + EXPOSURE, unit.toString());
        assertThat(security.exit()).as(security.out()).isZero();
    }

    @Test
    @DisplayName("the unit gives the program more time to stop than its calls in flight get, and takes 143 for success")
    void stops() throws Exception {
        List<String> lines = Files.readAllLines(unit());

        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("TimeoutStopSec=")
                        .satisfies(time -> assertThat(
                                        Duration.ofSeconds(Long.parseLong(time.substring(time.indexOf('=') + 1))))
                                .isGreaterThan(Gateway.DRAIN.multipliedBy(2))))
                .contains(
                        "KillSignal=SIGTERM",
                        "KillMode=mixed",
                        "SuccessExitStatus=143",
                        "ExecReload=/bin/kill -HUP $MAINPID");
    }
}
