package dev.rctp.approval.passkey;

import static dev.rctp.approval.passkey.SampleAuthenticator.ORIGIN;
import static dev.rctp.approval.passkey.SampleAuthenticator.RP_ID;
import static dev.rctp.approval.passkey.SampleAuthenticator.SELLER;
import static dev.rctp.approval.passkey.SampleTickets.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.SqlStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasskeysTest {

    private static final SampleTickets TICKETS = SampleTickets.es256();
    private static final SampleAuthenticator AUTHENTICATOR = SampleAuthenticator.es256();
    private static final PasskeyChallenge CHALLENGE = PasskeyChallenge.random(new SecureRandom());

    private TestDatabase database;

    @BeforeAll
    void start() throws IOException {
        database = new TestDatabase();
    }

    @AfterAll
    void stop() throws IOException {
        database.close();
    }

    @BeforeEach
    void clear() throws SQLException {
        execute("TRUNCATE passkey, passkey_seller, enrolment_ticket, enrolment_challenge");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Passkey passkey(String seller, String name) {
        String id = Base64Url.encode(name.getBytes(StandardCharsets.UTF_8));
        return (Passkey)
                Passkey.imported(seller, JsonNodeFactory.instance.stringNode(id), AUTHENTICATOR.jwk(), null, 0, NOW);
    }

    private static VerifiedAssertion assertion(Passkey passkey, long counter) {
        AuthenticationResponse response = (AuthenticationResponse) AuthenticationResponse.read(AUTHENTICATOR
                .assertion(CHALLENGE)
                .id(passkey.credentialId())
                .counter(counter)
                .authentication());
        RelyingParty relyingParty = new RelyingParty(RP_ID, Set.of(ORIGIN), Set.of());
        return (VerifiedAssertion) new AssertionVerifier(relyingParty).verify(response, CHALLENGE, passkey);
    }

    private int run(SqlStatement statement) throws SQLException {
        return database.run(statement).getFirst();
    }

    @Test
    @DisplayName("APR-3: a passkey is found by its seller and by its credential id, as it was kept")
    void findsKept() throws SQLException, IOException {
        Passkey kept = new Passkey("AAAA", SELLER, passkey(SELLER, "a").key(), "AQID", true, 4_294_967_295L, NOW);
        assertThat(run(Passkeys.enrolled(kept, TICKETS.good("t1", false), null)))
                .isOne();

        assertThat(database.ask(Passkeys.byCredential("AAAA"))).singleElement().satisfies(found -> {
            assertThat(found).usingRecursiveComparison().isEqualTo(kept);
        });
        assertThat(database.ask(Passkeys.bySeller(SELLER))).hasSize(1);
        assertThat(database.ask(Passkeys.byCredential("BBBB"))).isEmpty();
        assertThat(database.ask(Passkeys.bySeller("slr_8"))).isEmpty();
    }

    @Test
    @DisplayName("B58: a stored key is checked on each load")
    void checkedOnLoad() throws SQLException {
        run(Passkeys.imported(passkey(SELLER, "a")));
        execute("UPDATE passkey SET public_key = replace(public_key, '\"crv\":\"P-256\"', '\"crv\":\"P-384\"')");
        assertThatThrownBy(() -> database.ask(Passkeys.bySeller(SELLER))).isInstanceOf(SQLException.class);
    }

    @Test
    @DisplayName(
            "APR-9: the first passkey needs a ticket alone; a second one an assertion of a standing one, or a reset")
    void secondPasskey() throws SQLException, IOException {
        Passkey first = passkey(SELLER, "first");
        assertThat(run(Passkeys.enrolled(first, TICKETS.good("t1", false), null)))
                .isOne();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "second"), TICKETS.good("t2", false), null)))
                .isZero();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "second"), TICKETS.good("t2", false), assertion(first, 0))))
                .isOne();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "third"), TICKETS.good("t3", true), null)))
                .isOne();
        assertThat(database.ask(Passkeys.bySeller(SELLER))).hasSize(3);
    }

    @Test
    @DisplayName("APR-9: a withdrawn passkey vouches for none, and its seller is not new again")
    void withdrawnVouchesForNone() throws SQLException, IOException {
        Passkey first = passkey(SELLER, "first");
        run(Passkeys.imported(first));
        assertThat(run(Passkeys.withdrawn("slr_8", first.credentialId()))).isZero();
        assertThat(run(Passkeys.withdrawn(SELLER, first.credentialId()))).isOne();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "second"), TICKETS.good("t2", false), assertion(first, 0))))
                .isZero();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "second"), TICKETS.good("t2", false), null)))
                .isZero();
        assertThat(run(Passkeys.used(assertion(first, 0), NOW))).isZero();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "second"), TICKETS.good("t3", true), null)))
                .isOne();
    }

    @Test
    @DisplayName("APR-9: a ticket or an assertion of another seller enrols nothing")
    void ofOneSeller() throws IOException {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        assertThatIllegalArgumentException().isThrownBy(() -> Passkeys.enrolled(passkey("slr_8", "a"), ticket, null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Passkeys.enrolled(passkey(SELLER, "a"), ticket, assertion(passkey("slr_8", "b"), 0)));
    }

    @Test
    @DisplayName("WebAuthn 7.1: a credential id that is known is nobody else's, nor a second time its seller's")
    void knownCredential() throws SQLException, IOException {
        run(Passkeys.imported(passkey(SELLER, "a")));
        assertThat(run(Passkeys.imported(passkey("slr_8", "a")))).isZero();
        assertThat(run(Passkeys.imported(passkey(SELLER, "a")))).isZero();
        assertThat(run(Passkeys.enrolled(passkey(SELLER, "a"), TICKETS.good("t1", true), null)))
                .isZero();
        assertThat(database.ask(Passkeys.bySeller("slr_8"))).isEmpty();
    }

    @Test
    @DisplayName("APR-9: of many first passkeys at once, through any number of gateways, one is kept")
    void firstOfMany() throws Exception {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Integer>> all = IntStream.range(0, 16)
                    .mapToObj(i ->
                            threads.submit(() -> run(Passkeys.enrolled(passkey(SELLER, "first-" + i), ticket, null))))
                    .toList();
            int kept = 0;
            for (Future<Integer> one : all) {
                kept += one.get();
            }
            assertThat(kept).isOne();
        }
        assertThat(database.ask(Passkeys.bySeller(SELLER))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "0, 5, 1", "7, 8, 1", "7, 7, 0", "7, 0, 0", "9, 8, 0"})
    @DisplayName("B56: the counter is compared again when it is kept, since another use may have come between")
    void counters(long meanwhile, long shown, int touched) throws SQLException {
        Passkey judged = passkey(SELLER, "a");
        run(Passkeys.imported(judged));
        execute("UPDATE passkey SET sign_count = " + meanwhile);
        VerifiedAssertion assertion = assertion(judged, shown);
        assertThat(run(Passkeys.used(assertion, NOW))).isEqualTo(touched);
        assertThat(database.ask(Passkeys.bySeller(SELLER)))
                .first()
                .extracting(Passkey::counter)
                .isEqualTo(touched == 1 ? shown : meanwhile);
    }

    @Test
    @DisplayName("APR-9: a ticket is used once")
    void ticketOnce() throws SQLException, IOException {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        assertThat(database.run(EnrolmentTickets.used(ticket), EnrolmentTickets.used(ticket)))
                .containsExactly(1, 0);
        assertThat(run(EnrolmentTickets.shown(ticket, CHALLENGE, "one"))).isZero();
        run(EnrolmentTickets.swept(NOW.plusSeconds(599), 9).getFirst());
        assertThat(run(EnrolmentTickets.used(ticket))).isZero();
        assertThat(run(EnrolmentTickets.swept(NOW.plusSeconds(600), 9).getFirst()))
                .isOne();
    }

    @Test
    @DisplayName("B52: a challenge is taken once, with its own ticket, and in time")
    void challengeOnce() throws SQLException, IOException {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        EnrolmentTicket other = TICKETS.good("t2", false);
        assertThat(run(EnrolmentTickets.shown(ticket, CHALLENGE, "one"))).isOne();
        assertThat(database.ask(EnrolmentTickets.taken(other, CHALLENGE, NOW))).isEmpty();
        assertThat(database.ask(EnrolmentTickets.taken(ticket, CHALLENGE, ticket.expiresAt())))
                .isEmpty();
        assertThat(database.ask(EnrolmentTickets.taken(ticket, CHALLENGE, NOW))).containsExactly(CHALLENGE);
        assertThat(database.ask(EnrolmentTickets.taken(ticket, CHALLENGE, NOW))).isEmpty();
    }

    @Test
    @DisplayName("APR-9: challenges of one ticket are bounded, and go with it or with time")
    void challengesBounded() throws SQLException, IOException {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        for (int i = 0; i < 80; i++) {
            assertThat(look(ticket, PasskeyChallenge.random(new SecureRandom()), "one"))
                    .isOne();
        }
        assertThat(run(EnrolmentTickets.forgotten(ticket))).isEqualTo(64);
        run(EnrolmentTickets.shown(ticket, CHALLENGE, "one"));
        assertThat(run(EnrolmentTickets.swept(NOW, 9).getLast())).isZero();
        assertThat(run(EnrolmentTickets.swept(ticket.expiresAt(), 9).getLast())).isOne();
    }

    @Test
    @DisplayName("APR-9: looking at a ticket uses nothing up, and takes no challenge from one who looks from elsewhere")
    void looksBesideOthers() throws SQLException, IOException {
        EnrolmentTicket ticket = TICKETS.good("t1", false);
        look(ticket, CHALLENGE, "seller");
        for (int i = 0; i < 200; i++) {
            look(ticket, PasskeyChallenge.random(new SecureRandom()), "thief-" + i % 2);
        }
        assertThat(database.ask(EnrolmentTickets.taken(ticket, CHALLENGE, NOW))).containsExactly(CHALLENGE);
        PasskeyChallenge later = PasskeyChallenge.random(new SecureRandom());
        assertThat(look(ticket, later, "seller")).isOne();
        assertThat(database.ask(EnrolmentTickets.taken(ticket, later, NOW))).containsExactly(later);
    }

    private int look(EnrolmentTicket ticket, PasskeyChallenge challenge, String sender) throws SQLException {
        return database.run(EnrolmentTickets.shown(ticket, challenge, sender), EnrolmentTickets.thinnedOut(ticket))
                .getFirst();
    }
}
