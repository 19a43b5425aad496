package dev.rctp.terms;

import static dev.rctp.terms.SampleTerms.GOOD;
import static dev.rctp.terms.SampleTerms.GOODS;
import static dev.rctp.terms.SampleTerms.VEHICLES;
import static dev.rctp.terms.SampleTerms.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.SqlStatement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ListingsTest {

    private static final ListingId ID = new ListingId("lst-1");
    private static final Money PRICE = new Money(90000, "EUR");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private static final EmbeddedPostgres SERVER = start();
    private static final DataSource DATABASE = SERVER.getPostgresDatabase();

    private final Listings listings = new Listings(DATABASE);
    private final ListingService service =
            new ListingService(Map.of("goods.small/1", GOODS), SampleTerms.keys(), new SecureRandom(), () -> NOW);

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

    @Test
    @DisplayName("LST-9: a registered listing is found; one nobody told of is not")
    void findsRegistered() throws SQLException {
        commit(register("sub-1", PRICE));
        PublicListing listing = find();
        assertThat(listing.isOf("sub-1")).isTrue();
        assertThat(listing.isOf("sub-2")).as("LST-8").isFalse();
        assertThat(listing.hasApprovedTerms()).isFalse();
        assertThat(listing.closed()).isFalse();
        assertThat(CanonicalJson.text(listing.json()))
                .isEqualTo("{\"list_price\":{\"amount\":90000,\"currency\":\"EUR\"},\"listing_id\":\"lst-1\","
                        + "\"term_set\":\"goods.small/1\",\"title\":\"Bicycle\"}");
        assertThat(find(new ListingId("LST-1"))).as("octets").isEmpty();
    }

    @Test
    @DisplayName("LST-9: a deleted listing is closed, and open without terms when it is told of again")
    void closes() throws SQLException {
        approve(commitAndFind());
        commit(listings.close(ID));
        assertThat(find().closed()).isTrue();
        commit(register("sub-1", PRICE));
        assertThat(find().closed()).isFalse();
        assertThat(find().hasApprovedTerms()).isFalse();
    }

    @Test
    @DisplayName("LST-4: approved terms are stored sealed; what is read shows their public part and commitment")
    void storesApprovedTerms() throws SQLException {
        ApprovedTerms approved = approve(commitAndFind());
        PublicListing found = find();
        assertThat(found).isEqualTo(approved.listing());
        assertThat(found.json().path("public_terms").has("floor")).isFalse();
        assertThat(Registries.load().schemas().validate("listing", found.json()))
                .isEmpty();
        assertThat(Registries.load()
                        .schemas()
                        .validate("listing-terms", opened(found).terms()))
                .isEmpty();
        assertThat(dump()).contains("90000", "buyer_accepted").doesNotContain("73219", "732.19", "floor");
        assertThat(opened(found).terms().path("floor")).isEqualTo(json("{\"amount\": 73219, \"currency\": \"EUR\"}"));
    }

    @Test
    @DisplayName("LST-3: a form's times are in the future, by the clock of the gateway and to the second")
    void submittedTimes() {
        for (String over : List.of("2020-01-01T00:00:00Z", NOW.toString())) {
            ObjectNode terms = ((ObjectNode) json(GOOD)).put("available_until", over);
            assertThat(service.submit(ID, "goods.small/1", PRICE, terms))
                    .isEqualTo(new TermsInvalid(List.of(new TermFault("available_until", "must be in the future"))));
        }
        ObjectNode soon = ((ObjectNode) json(GOOD))
                .put("available_until", NOW.plusSeconds(1).toString());
        assertThat(service.submit(ID, "goods.small/1", PRICE, soon)).isInstanceOf(SubmittedTerms.class);
    }

    @Test
    @DisplayName("LST-4: listing and first terms may be committed in one unit, the terms themselves last")
    void storesTogether() throws SQLException {
        PublicListing listing = new PublicListing(ID, "sub-1", "Bicycle", PRICE, "goods.small/1", null, null, false);
        ApprovedTerms approved = (ApprovedTerms) service.approveTerms(listing, "goods.small/1", json(GOOD));
        commit(
                register("sub-1", PRICE),
                approved.condition(),
                approved.statements().getFirst());
        assertThat(find()).isEqualTo(approved.listing());
    }

    @Test
    @DisplayName(
            "REC-3: approved terms meet their condition only while seller, price and currency are those they were judged by")
    void conditionOfTerms() throws SQLException {
        PublicListing judged = commitAndFind();
        ApprovedTerms approved = (ApprovedTerms) service.approveTerms(judged, "goods.small/1", json(GOOD));

        commit(register("sub-2", PRICE));
        assertThat(rows(approved.condition())).as("another seller").isZero();
        commit(register("sub-1", new Money(80000, "EUR")));
        assertThat(rows(approved.condition())).as("another price").isZero();
        commit(register("sub-1", new Money(90000, "CHF")));
        assertThat(rows(approved.condition())).as("another currency").isZero();
        commit(register("sub-1", PRICE), listings.close(ID));
        assertThat(rows(approved.condition())).as("closed").isZero();
        commit(register("sub-1", PRICE));
        assertThat(rows(approved.condition())).as("as judged").isEqualTo(1);
    }

    /** How many rows it touches; undone. */
    private static int rows(SqlStatement statement) {
        return Jdbi.create(DATABASE).inTransaction(handle -> {
            int rows = handle.execute(statement.sql(), statement.arguments().toArray());
            handle.rollback();
            return rows;
        });
    }

    @Test
    @DisplayName("LST-5: new terms replace the listing's and leave the old ones to the offers made under them")
    void keepsOldTerms() throws SQLException {
        String first = String.valueOf(approve(commitAndFind()).listing().termsCommitment());
        String second = String.valueOf(approve(find()).listing().termsCommitment());
        assertThat(second).isNotEqualTo(first);
        assertThat(find().termsCommitment()).isEqualTo(second);
        assertThat(dump()).contains(first, second);
    }

    @Test
    @DisplayName("LST-9: a new title or price keeps the terms; another seller or currency ends them")
    void keepsTermsOfTheSeller() throws SQLException {
        approve(commitAndFind());
        commit(register("sub-1", new Money(80000, "EUR")));
        assertThat(find().hasApprovedTerms()).isTrue();
        commit(register("sub-1", new Money(80000, "CHF")));
        assertThat(find().hasApprovedTerms()).isFalse();
        approve(commitAndFind());
        commit(register("sub-2", PRICE));
        assertThat(find().hasApprovedTerms()).isFalse();
    }

    @Test
    @DisplayName(
            "LST-1: half the list price is asked of a vehicle's floor when terms are set, and of no price after that")
    void asksForHalfOnce() throws SQLException {
        ListingService vehicles =
                new ListingService(Map.of("vehicles/1", VEHICLES), SampleTerms.keys(), new SecureRandom(), () -> NOW);
        ObjectNode terms = (ObjectNode) json(GOOD);
        terms.put("deposit_pct", 10).put("inspection_before_deposit", true).put("required_observation", "none");
        ((ObjectNode) terms.path("floor")).put("amount", PRICE.amount() / 2 - 1);
        commit(listings.register(ID, "sub-1", "Van", PRICE, "vehicles/1", NOW));
        assertThat(vehicles.approveTerms(find(), "vehicles/1", terms))
                .isEqualTo(
                        new TermsInvalid(List.of(new TermFault("floor", "must be at least 50 % of the list price"))));

        ((ObjectNode) terms.path("floor")).put("amount", PRICE.amount() / 2);
        ApprovedTerms approved = (ApprovedTerms) vehicles.approveTerms(find(), "vehicles/1", terms);
        commit(approved.condition(), approved.statements().getFirst());
        Money higher = new Money(PRICE.amount() * 10, "EUR");
        commit(listings.register(ID, "sub-1", "Van", higher, "vehicles/1", NOW));
        assertThat(find().listPrice()).isEqualTo(higher);
        assertThat(find().hasApprovedTerms()).isTrue();
    }

    @Test
    @DisplayName("LST-1: terms of a set that the marketplace does not use, or outside its bounds, change nothing")
    void refusesTerms() throws SQLException {
        PublicListing listing = commitAndFind();
        assertThat(service.offersTermSet("vehicles/1")).isFalse();
        assertThat(service.approveTerms(listing, "vehicles/1", json(GOOD)))
                .isEqualTo(
                        new TermsInvalid(List.of(new TermFault("term_set", "is not one that this marketplace uses"))));
        assertThat(service.approveTerms(listing, "goods.small/1", json("{}"))).isInstanceOf(TermsInvalid.class);
    }

    @Test
    @DisplayName("LST-7: listing_hash is over the canonical public listing and changes with each of its members")
    void hashesThePublicListing() throws SQLException {
        PublicListing bare = commitAndFind();
        PublicListing withTerms = approve(bare).listing();
        assertThat(bare.hash()).isEqualTo(Sha256.text(CanonicalJson.bytes(json("""
                                                {"list_price":{"amount":90000,"currency":"EUR"},"listing_id":"lst-1",
                                                 "term_set":"goods.small/1","title":"Bicycle"}"""))));
        assertThat(withTerms.hash()).isNotEqualTo(bare.hash());
        commit(register("sub-1", new Money(1, "EUR")));
        assertThat(find().hash()).isNotEqualTo(withTerms.hash());
    }

    @Test
    @DisplayName(
            "INV-1: a statement's text shows no argument, and a listing's public terms can't be changed from outside")
    void guardsValues() throws SQLException {
        ApprovedTerms approved = approve(commitAndFind());
        assertThat(approved.statements().toString()).doesNotContain("lst-1", "sha-256");
        PublicListing listing = approved.listing();
        String before = listing.hash();
        listing.json().removeAll();
        assertThat(listing.hash()).isEqualTo(before);
        assertThatThrownBy(() ->
                        new PublicListing(ID, "sub-1", "Bicycle", PRICE, "goods.small/1", null, "sha-256:00", false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private PublicListing commitAndFind() throws SQLException {
        commit(register("sub-1", PRICE));
        return find();
    }

    private ApprovedTerms approve(PublicListing listing) throws SQLException {
        ApprovedTerms approved = (ApprovedTerms) service.approveTerms(listing, "goods.small/1", json(GOOD));
        commit(approved.condition(), approved.statements().getFirst());
        return approved;
    }

    private SqlStatement register(String seller, Money price) {
        return listings.register(ID, seller, "Bicycle", price, "goods.small/1", NOW);
    }

    private PublicListing find() {
        return find(ID).orElseThrow();
    }

    private static TermsOpening opened(PublicListing listing) {
        String commitment = String.valueOf(listing.termsCommitment());
        return Jdbi.create(DATABASE)
                .withHandle(handle -> handle.createQuery(
                                "SELECT sealing_key_id, sealed_terms FROM listing_terms WHERE terms_commitment = ?")
                        .bind(0, commitment)
                        .map((row, context) -> new SealedTerms(row.getString(1), row.getBytes(2)))
                        .one())
                .open(listing.id(), commitment, SampleTerms.keys());
    }

    private static String dump() {
        return Jdbi.create(DATABASE)
                .withHandle(handle -> handle.createQuery(
                                "SELECT t::text FROM listing_terms t UNION ALL SELECT l::text FROM listing l")
                        .mapTo(String.class)
                        .list()
                        .toString());
    }

    private static void commit(SqlStatement... statements) throws SQLException {
        try (Connection connection = DATABASE.getConnection()) {
            connection.setAutoCommit(false);
            for (SqlStatement statement : statements) {
                try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                    for (int i = 0; i < statement.arguments().size(); i++) {
                        Object argument = statement.arguments().get(i);
                        prepared.setObject(i + 1, argument instanceof Instant at ? Timestamp.from(at) : argument);
                    }
                    prepared.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    private Optional<PublicListing> find(ListingId id) {
        try {
            return listings.find(id);
        } catch (SQLException e) {
            throw new AssertionError("the listing table can't be read", e);
        }
    }
}
