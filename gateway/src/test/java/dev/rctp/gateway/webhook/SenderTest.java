package dev.rctp.gateway.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.attest.EntrySigner;
import dev.rctp.attest.GroupCommit;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.outbound.GuardedClient;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.WebhookPost;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.agent.ProvenWebhook;
import dev.rctp.msgsig.agent.WebhookVerdict;
import dev.rctp.msgsig.agent.WebhookVerifier;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.msgsig.profile.ProfileSource;
import dev.rctp.registries.IdSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** The outbox and its sender on a real PostgreSQL and real sockets, by a clock that the test moves (WHK-1). */
class SenderTest {

    private static final String OPERATOR = "http://127.0.0.1:1/ops/.well-known/ucp";
    private static final String SILENT = "http://127.0.0.1:1/silent/.well-known/ucp";
    private static final String GATEWAY = "https://agents.shop.example/.well-known/ucp";
    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final IdSource IDS = IdSource.random(new SecureRandom());

    @TempDir
    static Path folder;

    private static Database database;
    private static GroupCommit ledger;

    private final SigningKey key = key();
    private final Transport transport = Transport.openNio(1);
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<String, @Nullable URI> addresses = new ConcurrentHashMap<>();
    private volatile Set<String> onboarded = Set.of(OPERATOR, SILENT);
    private volatile Set<String> elsewhere = Set.of();
    private @Nullable URI marketplace;
    private volatile boolean hosted = true;
    private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private Receiver receiver;
    private Sender sender;

    private static SigningKey key() {
        try {
            return CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES256));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    static void openDatabase() throws Exception {
        database = Database.open(
                new StoreConfig.Embedded(folder, 8),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        ledger = new GroupCommit(database.dataSource(), new NoSigner(), Instant::now, GroupCommit.Settings.defaults())
                .start();
    }

    @AfterAll
    static void closeDatabase() {
        ledger.close();
        database.close();
    }

    /** Nothing is recorded here. */
    private static final class NoSigner implements EntrySigner {
        @Override
        public String keyId() {
            return "none";
        }

        @Override
        public byte[] sign(byte[] data) {
            throw new UnsupportedOperationException("nothing is recorded here");
        }
    }

    @BeforeEach
    void open() throws Exception {
        receiver = Receiver.open();
        open.add(receiver);
        addresses.put(OPERATOR, receiver.url());
        sender = sender(true);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        transport.close();
        try (Connection connection = database.dataSource().getConnection()) {
            connection.createStatement().execute("DELETE FROM webhook");
        }
        assertThat(receiver.faults).isEmpty();
    }

    private Sender sender(boolean allowLoopback) {
        ProfileSource hosts = this::profile;
        CachedProfiles profiles = new CachedProfiles(
                () -> onboarded,
                hosts,
                CRYPTOGRAPHY,
                () -> now,
                ProfileSettings.defaults(Set.of(OperatorProfile.UCP_VERSION), true));
        GuardedClient client = new GuardedClient(
                transport, NameLookup.platform(), Sender.OF_ONE_RECEIVER, allowLoopback, Duration.ofSeconds(5), null);
        open.add(client);
        Sender made = new Sender(
                database.dataSource(),
                new Destinations(profiles, () -> onboarded, () -> elsewhere, marketplace),
                WebhookPost.to(client),
                WebhookPost.to(client),
                new RequestSigner(new MessageSigner(key, () -> now), GATEWAY),
                () -> now,
                DeliveryWatch.none());
        open.add(made);
        return made;
    }

    private FetchedProfile profile(URI url) throws IOException {
        if (!hosted) {
            throw new IOException("the operator's host is down");
        }
        OperatorProfile.Builder profile = OperatorProfile.of("Ops Ltd", "DE", "mailto:ops@ops.example", 24)
                .key(key.publicJwk());
        URI address = addresses.get(url.toString());
        if (address != null) {
            profile.webhookUrl(address);
        }
        return new FetchedProfile(200, "max-age=60", profile.build().bytes());
    }

    private Question question(String id, String operator) {
        return new Question(
                id,
                "offer.accept",
                new Question.Asking("agent-1", "jkt-1", operator),
                "seller-1",
                JsonNodeFactory.instance.objectNode(),
                new Question.Chain("listing", "l1"),
                "sha-256:" + "0".repeat(64),
                JsonNodeFactory.instance.objectNode(),
                now.plusSeconds(900));
    }

    private void store(List<Statement> writes) throws Exception {
        ledger.commit(new Unit(List.of(), List.of(), receipts -> writes));
    }

    private Outbox outbox() {
        return new Outbox(() -> now, true);
    }

    private void approved(String id, String operator) throws Exception {
        store(outbox().answered(question(id, operator), ApprovalState.APPROVED));
    }

    private void done(String id, String operator) throws Exception {
        store(outbox().settled(
                        question(id, operator), new Decision.Auto(200, JsonNodeFactory.instance.objectNode(), null)));
    }

    private void round() throws InterruptedException {
        sender.begin();
        sender.rest();
    }

    private void pass(Duration time) throws InterruptedException {
        now = now.plus(time);
        round();
    }

    private List<String> said() {
        return receiver.came.stream().map(Receiver.Came::said).toList();
    }

    private static int waiting() throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                ResultSet rows = connection.createStatement().executeQuery("SELECT count(*) FROM webhook")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    @DisplayName("WHK-1: in order for each subject, and subjects don't wait for each other")
    void order() throws Exception {
        String a = IDS.next("apr_");
        String b = IDS.next("apr_");
        approved(a, OPERATOR);
        done(a, OPERATOR);
        approved(b, OPERATOR);
        round();
        assertThat(said()).containsExactlyInAnyOrder(a + " approved", b + " approved");
        round();
        assertThat(said()).hasSize(3).endsWith(a + " done");
        assertThat(waiting()).isZero();
        assertThat(receiver.came).extracting(Receiver.Came::id).doesNotHaveDuplicates();
        assertThat(receiver.came)
                .allSatisfy(
                        one -> assertThat(one.json().path("id").stringValue()).isEqualTo(one.id()));
    }

    @Test
    @DisplayName(
            "WHK-1: one that is refused is sent again with the same id after growing pauses, and holds up its own subject only")
    void retries() throws Exception {
        String a = IDS.next("apr_");
        String b = IDS.next("apr_");
        approved(a, OPERATOR);
        done(a, OPERATOR);
        receiver.refuse(503, 1);
        round();
        approved(b, OPERATOR);
        pass(Duration.ofMillis(999));
        assertThat(said()).containsExactly(a + " approved", b + " approved");
        receiver.refuse(503, 1);
        pass(Duration.ofMillis(1));
        assertThat(said()).hasSize(3).endsWith(a + " approved");
        pass(Duration.ofMillis(1999));
        assertThat(said()).hasSize(3);
        pass(Duration.ofMillis(1));
        round();
        assertThat(said()).hasSize(5).endsWith(a + " approved", a + " done");
        List<Receiver.Came> first = receiver.came.stream()
                .filter(one -> one.said().equals(a + " approved"))
                .toList();
        assertThat(first)
                .extracting(Receiver.Came::id)
                .hasSize(3)
                .containsOnly(first.getFirst().id());
        assertThat(first)
                .extracting(one -> new String(one.body(), StandardCharsets.UTF_8))
                .containsOnly(first.getFirst().json().toString());
        assertThat(waiting()).isZero();
    }

    @Test
    @DisplayName("WHK-1: the pauses double from one second to five minutes")
    void pauses() {
        assertThat(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2_000_000_000))
                .extracting(attempt -> Sender.pauseAfter(attempt).toSeconds())
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L);
    }

    @Test
    @DisplayName("WHK-1: what nobody has taken for 24 h is given up, and what follows it has its turn")
    void givenUp() throws Exception {
        String a = IDS.next("apr_");
        approved(a, OPERATOR);
        receiver.refuse(500, 3);
        round();
        pass(Duration.ofHours(12));
        done(a, OPERATOR);
        pass(Duration.ofHours(12));
        assertThat(said()).containsExactly(a + " approved", a + " approved", a + " approved");
        round();
        assertThat(said()).endsWith(a + " done");
        assertThat(waiting()).isZero();
    }

    @Test
    @DisplayName("WHK-1, B14: signed by the gateway over all that matters; an altered webhook-id fails verification")
    void signed() throws Exception {
        approved(IDS.next("apr_"), OPERATOR);
        round();
        Receiver.Came came = receiver.came.getFirst();
        WebhookVerifier verifier = new WebhookVerifier(
                KeyLookup.of(CRYPTOGRAPHY.verificationKey(key.publicJwk())), receiver.url(), () -> now);
        assertThat(verifier.verify(came.fields(), came.body()))
                .isInstanceOfSatisfying(
                        ProvenWebhook.class, proven -> assertThat(proven.id()).isEqualTo(came.id()));
        assertThat(came.fields().combined("ucp-agent")).contains("profile=\"" + GATEWAY + "\"");
        assertThat(came.fields().combined("webhook-timestamp")).contains(Long.toString(now.getEpochSecond()));
        assertThat(came.fields().combined("signature-input").orElseThrow())
                .contains(
                        "\"@method\"",
                        "\"@authority\"",
                        "\"@path\"",
                        "\"content-digest\"",
                        "\"content-type\"",
                        "\"ucp-agent\"",
                        "\"webhook-id\"",
                        "\"webhook-timestamp\"");
        for (String field : List.of("webhook-id", "webhook-timestamp", "ucp-agent", "content-type", "content-digest")) {
            HttpFields altered =
                    came.fields().toBuilder().set(field, IDS.next("whk_")).build();
            assertThat(verifier.verify(altered, came.body())).as(field).isInstanceOf(WebhookVerdict.Unproven.class);
        }
    }

    @Test
    @DisplayName("OPR-6: off-boarded operators' webhooks stop, waiting ones too; so do those of one that takes none")
    void stopped() throws Exception {
        approved(IDS.next("apr_"), SILENT);
        round();
        assertThat(waiting()).isZero();
        receiver.refuse(500, 1);
        String a = IDS.next("apr_");
        approved(a, OPERATOR);
        done(a, OPERATOR);
        approved(IDS.next("apr_"), "https://unknown.example/.well-known/ucp");
        round();
        onboarded = Set.of(SILENT);
        pass(Duration.ofSeconds(1));
        assertThat(said()).containsExactly(a + " approved");
        sender.stopUnknown();
        assertThat(waiting()).isZero();
    }

    @Test
    @DisplayName(
            "WHK-1: a gateway that doesn't know a receiver leaves its webhooks to those that do, untried, and drops them when none does")
    void leftToOthers() throws Exception {
        String a = IDS.next("apr_");
        approved(a, OPERATOR);
        store(outbox().asked(question(a, OPERATOR), "https://agents.shop.example/approve/x"));
        Sender older = sender(true);
        onboarded = Set.of(SILENT);
        elsewhere = Set.of(SILENT, OPERATOR);
        assertThat(older.begin()).isZero();
        older.stopUnknown();
        assertThat(waiting()).isEqualTo(2);
        onboarded = Set.of(SILENT, OPERATOR);
        marketplace = receiver.url();
        Sender newer = sender(true);
        assertThat(newer.begin()).as("at once: nobody has put them off").isEqualTo(2);
        newer.rest();
        assertThat(said()).containsExactlyInAnyOrder(a + " approved", a + " pending");

        done(a, OPERATOR);
        onboarded = elsewhere = Set.of(SILENT);
        older.stopUnknown();
        assertThat(waiting()).isZero();
    }

    @Test
    @DisplayName("WHK-1: what waits for a marketplace of which no gateway has the address is given up after 24 h")
    void noAddress() throws Exception {
        String a = IDS.next("apr_");
        store(outbox().asked(question(a, OPERATOR), "https://agents.shop.example/approve/x"));
        pass(Duration.ofHours(24).minusSeconds(1));
        sender.stopUnknown();
        assertThat(waiting()).isOne();
        pass(Duration.ofSeconds(1));
        sender.stopUnknown();
        assertThat(waiting()).isZero();
        assertThat(receiver.came).isEmpty();
    }

    @Test
    @DisplayName("WHK-1: who waits for a receiver that is slow to answer holds up no other receiver's")
    void slowReceiver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            addresses.put(SILENT, URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"));
            approved(IDS.next("apr_"), SILENT);
            Future<?> round = threads.submit(() -> {
                sender.deliver();
                return null;
            });
            try (Socket asked = silent.accept()) {
                assertThat(asked.isConnected()).isTrue();
                approved(IDS.next("apr_"), OPERATOR);
                Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> {
                    if (round.isDone()) {
                        sender.deliver();
                    }
                    return receiver.came.size() == 1;
                });
            }
            round.get();
        }
    }

    @Test
    @DisplayName(
            "WHK-1: the address is the one that the profile gives at the time; a profile that can't be had is waited for")
    void movedHost() throws Exception {
        hosted = false;
        approved(IDS.next("apr_"), OPERATOR);
        round();
        assertThat(receiver.came).isEmpty();
        assertThat(waiting()).isOne();
        try (Receiver other = Receiver.open()) {
            addresses.put(OPERATOR, other.url());
            hosted = true;
            pass(Duration.ofSeconds(11));
            assertThat(other.came).hasSize(1);
        }
        assertThat(receiver.came).isEmpty();
    }

    @Test
    @DisplayName(
            "OPR-2, B92: no redirect is followed, and an address that profiles could not be fetched from is not connected to")
    void guarded() throws Exception {
        approved(IDS.next("apr_"), OPERATOR);
        receiver.refuse(307, 1);
        round();
        assertThat(receiver.came).hasSize(1);
        assertThat(waiting()).isOne();
        sender = sender(false);
        pass(Duration.ofSeconds(1));
        assertThat(receiver.came).hasSize(1);
        assertThat(waiting()).isOne();
    }

    @Test
    @DisplayName("WHK-1: what a gateway that died had taken is delivered by another when its lease ends")
    void takenOver() throws Exception {
        approved(IDS.next("apr_"), OPERATOR);
        List<Delivery> lost =
                new Waiting(database.dataSource()).take(10, 10, List.of(OPERATOR), Duration.ofSeconds(30), now);
        assertThat(lost).hasSize(1);
        pass(Duration.ofMillis(29_999));
        assertThat(receiver.came).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(receiver.came)
                .extracting(Receiver.Came::id)
                .containsExactly(lost.getFirst().id());
        new Waiting(database.dataSource()).later(lost.getFirst(), now);
        assertThat(waiting()).isZero();
    }

    @Test
    @DisplayName("WHK-1: a receiver that never answers holds up nobody else, however much waits for it")
    void silentReceiver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            addresses.put(SILENT, URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"));
            for (int i = 0; i < 100; i++) {
                approved(IDS.next("apr_"), SILENT);
            }
            assertThat(sender.begin()).isEqualTo(Sender.OF_ONE_RECEIVER);
            approved(IDS.next("apr_"), OPERATOR);
            assertThat(sender.begin()).isOne();
            Awaitility.await().until(() -> waiting() == 100);
            assertThat(receiver.came).hasSize(1);
            assertThat(sender.begin()).isZero();
        }
    }

    @Test
    @DisplayName("WHK-1: gateways of one database deliver each once, in the order of each subject")
    void together() throws Exception {
        List<String> subjects = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            subjects.add(IDS.next("apr_"));
            approved(subjects.getLast(), OPERATOR);
        }
        for (String subject : subjects) {
            done(subject, OPERATOR);
        }
        Sender other = sender(true);
        List<Callable<Integer>> gateways = List.of(() -> emptied(sender), () -> emptied(other));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> taken : threads.invokeAll(gateways)) {
                assertThat(taken.get()).isPositive();
            }
        }
        assertThat(waiting()).isZero();
        assertThat(receiver.came).hasSize(120).extracting(Receiver.Came::id).doesNotHaveDuplicates();
        for (String subject : subjects) {
            assertThat(said()).containsSubsequence(subject + " approved", subject + " done");
        }
    }

    private static int emptied(Sender sender) throws Exception {
        int taken = 0;
        for (int i = 0; i < 500 && waiting() > 0; i++) {
            taken += sender.begin();
            sender.rest();
        }
        return taken;
    }
}
