package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

class ErasureTest {

    private static final String OPEN = "SELECT string_agg(subject_id, ' ' ORDER BY subject_id) FROM opening";

    private TestDatabase database;

    @BeforeEach
    void prepare() throws SQLException {
        database = TestDatabase.fresh();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    @DisplayName(
            "REC-6: an erasure reaches what another transaction has confided but not committed; nobody else waits for it")
    void waits() throws Exception {
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
                Connection writing = database.pool().getConnection();
                Connection erasing = database.pool().getConnection()) {
            writing.setAutoCommit(false);
            erasing.setAutoCommit(false);
            run(writing, confided("a", "seller-1"));
            Future<?> erased = other.submit(() -> {
                for (Statement write : Erasure.of("seller-1")) {
                    run(erasing, write);
                }
                return "";
            });
            await().until(() -> waiting() == 1 || erased.isDone());
            run(writing, confided("b", "seller-1"), confided("c", "seller-2"), confided("d", null));
            writing.commit();
            erased.get();
            run(writing, confided("e", "seller-2"), confided("f", null));
            writing.commit();
            Future<?> later = other.submit(() -> {
                run(writing, confided("g", "seller-1"));
                return "";
            });
            await().until(() -> waiting() == 1 || later.isDone());
            assertThat(later.isDone()).as("of whom is being erased").isFalse();
            erasing.commit();
            later.get();
            writing.rollback();
        }
        assertThat(database.ask(OPEN)).isEqualTo("c d e f");
    }

    private long waiting() throws SQLException {
        return Long.parseLong(String.valueOf(database.ask("SELECT count(*) FROM pg_locks l JOIN pg_database d"
                + " ON d.oid = l.database WHERE d.datname = current_database() AND NOT l.granted")));
    }

    private static Statement confided(String id, @Nullable String whom) {
        Confided value = Confided.to("seller", StringNode.valueOf("words"), new SecureRandom());
        Receipt receipt = new Receipt(new Subject("deal", id), 1, "sha-256:" + "5e".repeat(32));
        return (whom == null ? value : value.about(whom)).keep(receipt, "/body/words");
    }

    private static void run(Connection connection, Statement... statements) throws SQLException {
        for (Statement statement : statements) {
            try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                List<@Nullable Object> arguments = new ArrayList<>(statement.arguments());
                for (int i = 0; i < arguments.size(); i++) {
                    prepared.setObject(i + 1, arguments.get(i));
                }
                prepared.executeUpdate();
            }
        }
    }
}
