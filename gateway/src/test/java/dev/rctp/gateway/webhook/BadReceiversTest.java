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
import dev.rctp.gateway.http.outbound.TestAuthority;
import dev.rctp.gateway.http.outbound.WebhookPost;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.registries.IdSource;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** What receivers can do to webhooks, each over real sockets: nothing is lost, and nobody else pays (WHK-1, OPR-2, B92). */
class BadReceiversTest {

    private static final String BAD = "http://127.0.0.1:1/bad/.well-known/ucp";
    private static final String GOOD = "http://127.0.0.1:1/good/.well-known/ucp";
    private static final int OTHERS = 20;
    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final IdSource IDS = IdSource.random(new SecureRandom());
    private static final char[] NONE = new char[0];

    @TempDir
    static Path folder;

    private static Database database;
    private static GroupCommit ledger;
    private static TestAuthority trusted;
    private static TestAuthority stranger;

    private final SigningKey key = key();
    private final Transport transport = Transport.openNio(1);
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<String, URI> addresses = new ConcurrentHashMap<>();
    private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private Receiver good;

    private static SigningKey key() {
        try {
            return CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES256));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
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

    @BeforeAll
    static void openDatabase() throws Exception {
        database = Database.open(
                new StoreConfig.Embedded(folder.resolve("database"), 8),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        ledger = new GroupCommit(database.dataSource(), new NoSigner(), Instant::now, GroupCommit.Settings.defaults())
                .start();
        trusted = new TestAuthority(folder, "trusted");
        stranger = new TestAuthority(folder, "stranger");
    }

    @AfterAll
    static void closeDatabase() {
        ledger.close();
        database.close();
    }

    @BeforeEach
    void open() throws Exception {
        good = Receiver.open();
        open.add(good);
        addresses.put(GOOD, good.url());
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
        assertThat(good.faults).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "WHK-1: what a bad receiver doesn't take waits for it over a restart, under the same ids and in order; the others get theirs at once")
    void bad(BadReceiver.Kind kind) throws Exception {
        BadReceiver bad = BadReceiver.open(kind, tls(kind));
        open.add(bad);
        addresses.put(BAD, bad.url());
        Sender sender = sender();
        String subject = IDS.next("apr_");
        approved(subject, BAD);
        done(subject, BAD);
        for (int i = 0; i < 5; i++) {
            approved(IDS.next("apr_"), BAD);
        }
        for (int i = 0; i < OTHERS; i++) {
            approved(IDS.next("apr_"), GOOD);
        }
        Set<String> made = ids();

        sender.begin();
        Awaitility.await().atMost(Duration.ofSeconds(3)).until(() -> {
            sender.begin();
            return good.came.size() == OTHERS;
        });
        sender.rest();
        now = now.plusSeconds(1);
        sender.begin();
        sender.rest();
        assertThat(ids()).as("nothing is lost").hasSize(7).isSubsetOf(made);
        assertThat(made).containsAll(bad.told);
        assertThat(bad.targets).doesNotContain("/elsewhere");
        if (hears(kind)) {
            assertThat(new HashSet<>(bad.told)).as("again under the same ids").hasSizeLessThan(bad.told.size());
        } else {
            assertThat(bad.told).as("nobody hears what is for somebody else").isEmpty();
        }

        sender.close();
        addresses.put(BAD, good.url());
        Sender restarted = sender();
        for (int i = 0; i < 12 && !ids().isEmpty(); i++) {
            now = now.plusSeconds(70);
            restarted.begin();
            restarted.rest();
        }
        assertThat(ids()).isEmpty();
        assertThat(good.came.stream().map(Receiver.Came::id)).containsExactlyInAnyOrderElementsOf(made);
        assertThat(good.came.stream().map(Receiver.Came::said))
                .containsSubsequence(subject + " approved", subject + " done");
    }

    private static boolean hears(BadReceiver.Kind kind) {
        return switch (kind) {
            case SLOW, SILENT, DROPS, FAILS, REDIRECTS, BABBLES -> true;
            case RESETS, UNTRUSTED, MISNAMED, PLAIN, ABSENT, PRIVATE, PRIVATE_NAME -> false;
        };
    }

    private static @Nullable SSLContext tls(BadReceiver.Kind kind) throws Exception {
        return switch (kind) {
            case UNTRUSTED -> serving(stranger.issue("localhost"));
            case MISNAMED -> serving(trusted.issue("other.example"));
            default -> null;
        };
    }

    private static SSLContext serving(TestAuthority.Issued issued) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NONE);
        store.setKeyEntry("own", issued.key(), NONE, new Certificate[] {issued.certificate()});
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, NONE);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        return tls;
    }

    private static SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NONE);
        store.setCertificateEntry("root", trusted.root());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }

    private Sender sender() throws Exception {
        Set<String> onboarded = Set.of(BAD, GOOD);
        CachedProfiles profiles = new CachedProfiles(
                () -> onboarded,
                this::profile,
                CRYPTOGRAPHY,
                () -> now,
                ProfileSettings.defaults(Set.of(OperatorProfile.UCP_VERSION), true));
        NameLookup names = host -> InetAddress.getAllByName(host.equals("inside.example") ? "192.168.7.7" : host);
        GuardedClient client =
                new GuardedClient(transport, names, Sender.OF_ONE_RECEIVER, true, Duration.ofMillis(1500), trusting());
        open.add(client);
        Sender made = new Sender(
                database.dataSource(),
                new Destinations(profiles, () -> onboarded, Set::of, null),
                WebhookPost.to(client),
                WebhookPost.to(client),
                new RequestSigner(new MessageSigner(key, () -> now), "https://agents.shop.example/.well-known/ucp"),
                () -> now,
                DeliveryWatch.none());
        open.add(made);
        return made;
    }

    private FetchedProfile profile(URI url) {
        OperatorProfile.Builder profile = OperatorProfile.of("Ops Ltd", "DE", "mailto:ops@ops.example", 24)
                .key(key.publicJwk())
                .webhookUrl(Objects.requireNonNull(addresses.get(url.toString())));
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

    private void approved(String id, String operator) throws Exception {
        store(new Outbox(() -> now, true).answered(question(id, operator), ApprovalState.APPROVED));
    }

    private void done(String id, String operator) throws Exception {
        Decision done = new Decision.Auto(200, JsonNodeFactory.instance.objectNode(), null);
        store(new Outbox(() -> now, true).settled(question(id, operator), done));
    }

    private static Set<String> ids() throws Exception {
        Set<String> ids = new HashSet<>();
        try (Connection connection = database.dataSource().getConnection();
                ResultSet rows = connection.createStatement().executeQuery("SELECT webhook_id FROM webhook")) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return ids;
    }
}
