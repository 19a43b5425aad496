package dev.rctp.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the gateway asks its database costs no more the more there has ever been: each statement of the program, planned. */
class StatementPlansTest {

    private static final Path CACHE = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home"));
    private static final Pattern STATEMENT = Pattern.compile("\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\\b[\\s\\S]*");

    /** The driver would ask for the values of the statement's parameters. */
    private static final String PLAN = """
            CREATE FUNCTION pg_temp.plan(sql text) RETURNS text LANGUAGE plpgsql AS $$
            DECLARE plan text;
            BEGIN
                EXECUTE 'EXPLAIN (GENERIC_PLAN, FORMAT JSON) ' || sql INTO plan;
                RETURN plan;
            END $$""";

    /** What stays small: one row, a row for a key or a gateway that runs, or rows that go when they are done with. */
    private static final Set<String> SMALL =
            Set.of("log_state", "chosen_key", "published_key", "running_gateway", "intent", "webhook");

    /** What the ledger's writer doesn't carry out: an operator's commands and housekeeping; and what stops at the first row of an index. */
    private static final Set<String> MAY_READ_ALL =
            Set.of("Approvals.SEALED_BY_OTHERS", "TermsKeyRotation.LEFT", "Approvals.LEAVE_LINE", "LogTables.NEWEST");

    /** Parts of statements. */
    private static final Set<String> PARTS = Set.of(
            "Outbox.TO",
            "Passkeys.GIVEN",
            "Passkeys.INSERT",
            "SellerErasure.UNFINISHED",
            "Waiting.COUNT",
            "Waiting.DONE",
            "Waiting.GIVE_UP",
            "Waiting.LATER",
            "Waiting.RECEIVERS",
            "Waiting.STOP",
            "Waiting.TAKE");

    @TempDir
    Path folder;

    @Test
    @DisplayName("no statement that the ledger's one writer may carry out reads a table that grows without end")
    void indexed() throws Exception {
        Map<String, Set<String>> whole = new TreeMap<>();
        Set<String> unplanned = new TreeSet<>();
        int planned = 0;
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), CACHE);
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement explain = connection.prepareStatement("SELECT pg_temp.plan(?)")) {
            statement.execute(PLAN);
            statement.execute("SET enable_seqscan = off");
            Set<String> partial = partialIndexes(statement);
            for (Map.Entry<String, String> each : statements().entrySet()) {
                explain.setString(1, numbered(each.getValue()));
                try (ResultSet row = explain.executeQuery()) {
                    row.next();
                    planned++;
                    JsonNode plan = JsonMapper.shared().readTree(row.getString(1));
                    List<String> read = new ArrayList<>();
                    readWhole(plan.path(0).path("Plan"), partial, read);
                    read.removeAll(SMALL);
                    if (!read.isEmpty()) {
                        whole.put(each.getKey(), new TreeSet<>(read));
                    }
                } catch (SQLException _) {
                    unplanned.add(each.getKey());
                }
            }
        }
        whole.keySet().removeAll(MAY_READ_ALL);
        assertThat(whole).isEmpty();
        assertThat(unplanned).isEqualTo(PARTS);
        assertThat(planned).isGreaterThan(150);
    }

    @Test
    @DisplayName("no write takes an entry apart: a chain is locked meanwhile, and an entry may hold what jsonb can't")
    void entriesStayWhole() throws Exception {
        assertThat(statements().entrySet())
                .filteredOn(statement -> !statement.getValue().stripLeading().startsWith("SELECT"))
                .filteredOn(statement -> statement.getValue().contains("jcs"))
                .extracting(Map.Entry::getKey)
                .containsOnly("ChainTables.APPEND");
    }

    private static Map<String, String> statements() throws ReflectiveOperationException {
        Map<String, String> found = new TreeMap<>();
        for (JavaField field : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.rctp").stream()
                        .flatMap(type -> type.getFields().stream())
                        .toList()) {
            if (field.getModifiers().contains(JavaModifier.STATIC)) {
                Field constant = field.reflect();
                constant.setAccessible(true);
                String name = field.getOwner().getSimpleName() + "." + field.getName();
                Object value = constant.get(null);
                if (value instanceof String sql) {
                    found.put(name, sql);
                } else if (value instanceof List<?> several) {
                    several.forEach(one -> found.put(name + " " + one, String.valueOf(one)));
                }
            }
        }
        found.values().removeIf(sql -> !STATEMENT.matcher(sql).matches());
        return found;
    }

    private static Set<String> partialIndexes(Statement statement) throws SQLException {
        Set<String> partial = new HashSet<>();
        try (ResultSet row =
                statement.executeQuery("SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL")) {
            while (row.next()) {
                partial.add(row.getString(1));
            }
        }
        return partial;
    }

    private static String numbered(String sql) {
        StringBuilder numbered = new StringBuilder();
        int number = 0;
        for (String part : sql.split("\\?", -1)) {
            numbered.append(number++ == 0 ? "" : "$" + (number - 1)).append(part);
        }
        return numbered.toString();
    }

    /** The tables of which this plan reads all rows, or finds some only by trying all. */
    private static void readWhole(JsonNode node, Set<String> partial, List<String> read) {
        String type = node.path("Node Type").stringValue("");
        boolean byIndex = type.contains("Index") && type.contains("Scan");
        if (type.equals("Seq Scan")
                || (byIndex
                        && !node.has("Index Cond")
                        && !partial.contains(node.path("Index Name").stringValue("")))) {
            read.add(node.path("Relation Name")
                    .stringValue(node.path("Index Name").stringValue("")));
        }
        node.path("Plans").forEach(below -> readWhole(below, partial, read));
    }
}
