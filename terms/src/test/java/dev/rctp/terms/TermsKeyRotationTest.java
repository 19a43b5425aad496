package dev.rctp.terms;

import static dev.rctp.terms.SampleTerms.GOOD;
import static dev.rctp.terms.SampleTerms.GOODS;
import static dev.rctp.terms.SampleTerms.json;
import static dev.rctp.terms.SampleTerms.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Money;
import dev.rctp.registries.SqlStatement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LST-4: terms that an older key sealed are sealed with the current one")
class TermsKeyRotationTest {

    private static final Money PRICE = new Money(90000, "EUR");
    private static final SealingKey OLD = key("k1", 1);
    private static final SealingKey NEW = key("k2", 2);

    private static final EmbeddedPostgres SERVER = start();
    private static final DataSource DATABASE = SERVER.getPostgresDatabase();

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    static void migrate() {
        Flyway.configure()
                .dataSource(DATABASE)
                .locations("classpath:db/terms")
                .load()
                .migrate();
    }

    @AfterAll
    static void stop() throws IOException {
        SERVER.close();
    }

    @BeforeEach
    void clear() {
        Jdbi.create(DATABASE).useHandle(handle -> handle.execute("TRUNCATE listing, listing_terms CASCADE"));
    }

    private static SealingKeys both() {
        return new SealingKeys(NEW, List.of(OLD));
    }

    private static TermsKeyRotation rotation(SealingKeys keys) {
        return new TermsKeyRotation(DATABASE, keys, new SecureRandom(), 7);
    }

    /** Stores approved terms of so many listings, sealed with this key. */
    private static void store(int from, int count, SealingKey key) {
        ListingService service = new ListingService(
                Map.of("goods.small/1", GOODS),
                new SealingKeys(key, List.of()),
                new SecureRandom(),
                () -> Instant.parse("2026-11-29T12:00:00Z"));
        Jdbi.create(DATABASE)
                .useTransaction(handle -> IntStream.range(from, from + count).forEach(n -> {
                    PublicListing listing = new PublicListing(
                            new ListingId("lst-" + n), "sub-1", "Bicycle", PRICE, "goods.small/1", null, null, false);
                    ApprovedTerms approved = (ApprovedTerms) service.approveTerms(listing, "goods.small/1", json(GOOD));
                    SqlStatement insert = approved.statements().getFirst();
                    handle.execute(insert.sql(), insert.arguments().toArray());
                }));
    }

    private static Map<String, Long> byKey() {
        return Jdbi.create(DATABASE)
                .withHandle(handle -> handle.createQuery(
                                "SELECT sealing_key_id k, count(*) n FROM listing_terms GROUP BY 1")
                        .setMapKeyColumn("k")
                        .setMapValueColumn("n")
                        .collectInto(new org.jdbi.v3.core.generic.GenericType<Map<String, Long>>() {}));
    }

    /** Every row opens with these keys, and says what was approved. */
    private static void opens(SealingKeys keys) {
        List<TermsOpening> openings = Jdbi.create(DATABASE)
                .withHandle(handle -> handle.createQuery("SELECT * FROM listing_terms")
                        .map((row, context) -> new SealedTerms(
                                        row.getString("sealing_key_id"), row.getBytes("sealed_terms"))
                                .open(
                                        new ListingId(row.getString("listing_id")),
                                        row.getString("terms_commitment"),
                                        keys))
                        .list());
        assertThat(openings)
                .isNotEmpty()
                .allSatisfy(opening -> assertThat(
                                opening.terms().path("floor").path("amount").longValue())
                        .isEqualTo(73219));
    }

    @Test
    @DisplayName("all of them, over several batches; afterwards the old key isn't needed, and a repeat changes nothing")
    void reseals() throws Exception {
        store(0, 40, OLD);
        store(40, 3, NEW);
        assertThat(rotation(both()).run()).isEqualTo(new TermsKeyRotation.Report(40, Map.of()));
        assertThat(byKey()).isEqualTo(Map.of("k2", 43L));
        opens(new SealingKeys(NEW, List.of()));
        assertThat(rotation(both()).run()).isEqualTo(new TermsKeyRotation.Report(0, Map.of()));
    }

    @Test
    @DisplayName(
            "what no key opens, or was altered, stays as it is and is told by its key's id; the rest is sealed anew")
    void leavesTheUnopened() throws Exception {
        store(0, 10, OLD);
        store(10, 4, key("k0", 9));
        Jdbi.create(DATABASE)
                .useHandle(handle -> handle.execute("UPDATE listing_terms SET sealed_terms = set_byte(sealed_terms, 20,"
                        + " get_byte(sealed_terms, 20) # 1) WHERE listing_id = 'lst-3'"));
        assertThat(rotation(both()).run()).isEqualTo(new TermsKeyRotation.Report(9, Map.of("k0", 4, "k1", 1)));
        assertThat(byKey()).isEqualTo(Map.of("k0", 4L, "k1", 1L, "k2", 9L));
        assertThat(rotation(both()).run().resealed()).isZero();
    }

    @Test
    @DisplayName("several at once seal each row once")
    void atOnce() throws Exception {
        store(0, 60, OLD);
        List<Callable<TermsKeyRotation.Report>> four = new ArrayList<>();
        IntStream.range(0, 4).forEach(_ -> four.add(() -> rotation(both()).run()));
        int resealed = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<TermsKeyRotation.Report> done : threads.invokeAll(four)) {
                resealed += done.get().resealed();
            }
        }
        assertThat(resealed).isEqualTo(60);
        opens(new SealingKeys(NEW, List.of()));
    }

    @Test
    @DisplayName("the way back is the same, with the keys the other way round")
    void back() throws Exception {
        store(0, 5, NEW);
        assertThat(rotation(new SealingKeys(OLD, List.of(NEW))).run().resealed())
                .isEqualTo(5);
        opens(new SealingKeys(OLD, List.of()));
    }
}
