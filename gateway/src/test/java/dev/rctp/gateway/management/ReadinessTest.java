package dev.rctp.gateway.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.EntrySigner;
import dev.rctp.attest.GroupCommit;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadinessTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("a gateway that was told to stop is not ready any more, whatever else is well")
    void stopping() throws Exception {
        Path programs = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home"));
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), programs);
                GroupCommit ledger = ledger(database)) {
            Readiness readiness = new Readiness(database, ledger.start(), InstantSource.system());
            assertThat(readiness.checks()).doesNotContainValue(false);

            readiness.stopping();
            assertThat(readiness.checks()).containsEntry("running", false).containsEntry("database", true);
        }
    }

    private static GroupCommit ledger(Database database) {
        return new GroupCommit(
                database.dataSource(), new NoKey(), InstantSource.system(), GroupCommit.Settings.defaults());
    }

    /** Nothing is written here. */
    private static final class NoKey implements EntrySigner {

        @Override
        public String keyId() {
            return "kid";
        }

        @Override
        public byte[] sign(byte[] data) {
            return new byte[64];
        }
    }
}
