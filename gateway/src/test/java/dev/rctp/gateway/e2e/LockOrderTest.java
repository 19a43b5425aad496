package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** In which order an answer takes what others write on too. */
@ExtendWith(Sandboxed.class)
class LockOrderTest {

    private static final String APPROVAL = "SELECT FROM approval WHERE approval_id = ? FOR UPDATE";
    private static final String CHALLENGES = "SELECT FROM approval_challenge WHERE approval_id = ? FOR UPDATE NOWAIT";
    private static final String WAITING =
            "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE approval %'";

    @Test
    @DisplayName(
            "APR-7: an answer that waits for its approval's row holds no challenge yet, so that whoever has the row can go on to the challenges")
    void approvalFirst(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer question = asked(asking.accept(asking.offered(asking.buyer, asking.listed(), 41_000)));
        String challenge = asking.phone
                .open(Asking.url(question))
                .json()
                .at("/challenges/approve")
                .stringValue();
        Path database = state.resolve("database");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection other =
                        DriverManager.getConnection(Tables.url(database), "rctp", Tables.password(database))) {
            other.setAutoCommit(false);
            lock(other, APPROVAL, Asking.id(question));
            Future<SellersPhone.Said> said =
                    threads.submit(() -> asking.phone.answer(Asking.url(question), "approve", challenge));
            try {
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> Tables.of(state).text(WAITING).equals("1"));
                lock(other, CHALLENGES, Asking.id(question));
            } finally {
                other.rollback();
            }
            assertThat(said.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
    }

    private static void lock(Connection connection, String sql, String approval) throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, approval);
            statement.execute();
        }
    }
}
