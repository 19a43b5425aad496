package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.ProfileDirectory.Found;
import dev.rctp.msgsig.profile.ProfileDirectory.Lookup;
import dev.rctp.msgsig.profile.ProfileDirectory.Unknown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CachedProfilesTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");

    private final SigningKey key = CRYPTOGRAPHY.generate();
    private final SigningKey next = CRYPTOGRAPHY.generate();
    private final ProfileHost host = new ProfileHost();
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile Instant now = START;
    private volatile Set<String> onboarded = Set.of(host.url());
    private ProfileDirectory profiles = directory(settings(3_000, 16));

    @AfterEach
    void close() {
        release.countDown();
        host.close();
    }

    private ProfileDirectory directory(ProfileSettings settings) {
        return new CachedProfiles(() -> onboarded, host, CRYPTOGRAPHY, () -> now, settings);
    }

    private static ProfileSettings settings(long patienceMillis, int concurrentFetches) {
        ProfileSettings defaults = ProfileSettings.defaults(Set.of(Profiles.VERSION), true);
        return new ProfileSettings(
                defaults.versions(),
                true,
                defaults.floor(),
                defaults.ceiling(),
                defaults.failureMemory(),
                Duration.ofMillis(patienceMillis),
                concurrentFetches,
                defaults.mostProfiles());
    }

    private void publish(SigningKey... keys) {
        host.publishes(Profiles.bytes(Profiles.document(keys)));
    }

    private void at(long seconds) {
        now = START.plusSeconds(seconds);
    }

    private void assertFound(SigningKey wanted) throws InterruptedException {
        assertThat(profiles.find(host.url(), wanted.thumbprint())).isInstanceOfSatisfying(Found.class, found -> {
            assertThat(found.key().thumbprint()).isEqualTo(wanted.thumbprint());
            assertThat(found.operator().profile()).isEqualTo(host.url());
        });
    }

    private void assertUnknown(SigningKey wanted, String cause) throws InterruptedException {
        assertUnknown(profiles.find(host.url(), wanted.thumbprint()), cause);
    }

    private static void assertUnknown(Lookup lookup, String cause) {
        assertThat(lookup)
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.cause()).isEqualTo(cause));
    }

    private void assertFetches(int count) {
        assertThat(host.fetches).hasValue(count);
    }

    @Test
    @DisplayName("OPR-2: the keys told for diagnosis are those that count now; to tell them nothing is fetched")
    void keysForDiagnosis() throws Exception {
        publish(key);
        CachedProfiles cached = new CachedProfiles(() -> onboarded, host, CRYPTOGRAPHY, () -> now, settings(3_000, 16));
        assertThat(cached.keys(host.url())).isEmpty();
        assertFetches(0);
        cached.find(host.url(), key.thumbprint());
        assertThat(cached.keys(host.url()))
                .extracting(VerificationKey::thumbprint)
                .containsExactly(key.thumbprint());
        assertThat(cached.keys(host.url("/other"))).isEmpty();
        at(301);
        assertThat(cached.keys(host.url())).isEmpty();
        assertFetches(1);
    }

    @Test
    @DisplayName(
            "WHK-1, OPR-6: whose a profile is is known for as long as its keys are, and of nobody who is off-boarded")
    void whoseProfile() throws Exception {
        publish(key);
        CachedProfiles cached = new CachedProfiles(() -> onboarded, host, CRYPTOGRAPHY, () -> now, settings(3_000, 16));
        for (long second : new long[] {0, 59}) {
            at(second);
            assertThat(cached.operator(host.url()))
                    .isInstanceOfSatisfying(
                            CachedProfiles.Whose.Known.class,
                            known -> assertThat(known.operator().profile()).isEqualTo(host.url()));
        }
        assertFetches(1);
        assertThat(cached.find(host.url(), key.thumbprint())).isInstanceOf(Found.class);
        assertFetches(1);
        onboarded = Set.of();
        assertThat(cached.operator(host.url())).isInstanceOf(CachedProfiles.Whose.Nobodys.class);
        onboarded = Set.of(host.url());
        host.publishes("{}".getBytes(StandardCharsets.UTF_8));
        at(301);
        assertThat(cached.operator(host.url())).isInstanceOf(CachedProfiles.Whose.Unreadable.class);
        assertThat(cached.operator(host.url())).isInstanceOf(CachedProfiles.Whose.Unreadable.class);
        assertFetches(2);
    }

    @Test
    @DisplayName("OPR-1: an onboarded profile is found under every spelling of its URL, and fetched once")
    void normalized() throws Exception {
        publish(key);
        assertFound(key);
        assertThat(profiles.find(host.url("/x/../%2ewell-known/ucp"), key.thumbprint()))
                .isInstanceOf(Found.class);
        onboarded = Set.of(host.url("/a/../.well-known/%75cp"));
        assertFound(key);
        assertFetches(1);
    }

    @Test
    @DisplayName("OPR-1, B94: a profile that is not onboarded is never fetched, whatever it is called")
    void notOnboarded() throws Exception {
        for (String url :
                List.of(host.url("/other"), host.url() + "?x", host.url() + "/", "https://10.0.0.5/", "x", "")) {
            assertUnknown(profiles.find(url, key.thumbprint()), "profile_not_trusted");
        }
        for (int i = 0; i < 1000; i++) {
            assertUnknown(
                    profiles.find("https://h" + i + ".example/.well-known/ucp", key.thumbprint()),
                    "profile_not_trusted");
        }
        assertFetches(0);
    }

    @Test
    @DisplayName("OPR-6: off-boarding acts at once, also on a cached profile")
    void offboarded() throws Exception {
        publish(key);
        assertFound(key);
        onboarded = Set.of();
        assertUnknown(key, "profile_not_trusted");
    }

    @Test
    @DisplayName("OPR-2: a profile is kept as long as max-age says")
    void maxAge() throws Exception {
        host.publishes(200, "max-age=120", Profiles.bytes(Profiles.document(key)));
        assertFound(key);
        at(119);
        assertFound(key);
        assertFetches(1);
        at(120);
        assertFound(key);
        assertFetches(2);
    }

    @Test
    @DisplayName("OPR-2: the floor of 60 s holds also with no-store")
    void noStore() throws Exception {
        host.publishes(200, "no-store", Profiles.bytes(Profiles.document(key)));
        assertFound(key);
        at(59);
        assertFound(key);
        assertFetches(1);
        at(60);
        assertFound(key);
        assertFetches(2);
    }

    @Test
    @DisplayName("OPR-2: a removed key stops working within 5 minutes, whatever max-age said")
    void removedKey() throws Exception {
        host.publishes(200, "max-age=31536000", Profiles.bytes(Profiles.document(key, next)));
        assertFound(key);
        publish(next);
        at(299);
        assertFound(key);
        at(300);
        assertUnknown(key, "key_not_found");
        assertFound(next);
    }

    @Test
    @DisplayName("OPR-2: a removed key stops working within 5 minutes also where the host is down")
    void removedKeyHostDown() throws Exception {
        publish(key);
        assertFound(key);
        host.publishes(503, null, new byte[0]);
        at(300);
        assertUnknown(key, "profile_unreachable");
    }

    @Test
    @DisplayName("OPR-2: a new key is found at once by the one refresh that an unknown keyid forces")
    void rotation() throws Exception {
        publish(key);
        assertFound(key);
        publish(key, next);
        assertFound(next);
        assertFetches(2);
    }

    @Test
    @DisplayName("OPR-2, B94: 1,000 unknown keyids force one refresh per floor, and good keys go on working")
    void unknownKeys() throws Exception {
        publish(key);
        assertFound(key);
        for (int i = 0; i < 1000; i++) {
            assertUnknown(profiles.find(host.url(), "kid-" + i), "key_not_found");
        }
        assertFetches(2);
        at(59);
        assertUnknown(next, "key_not_found");
        assertFetches(2);
        at(60);
        assertUnknown(next, "key_not_found");
        assertFetches(3);
        assertFound(key);
        assertFetches(3);
    }

    @Test
    @DisplayName("OPR-2: a first fetch that has no such key is not repeated by the same call")
    void coldUnknown() throws Exception {
        publish(key);
        assertUnknown(next, "key_not_found");
        assertFetches(1);
    }

    @Test
    @DisplayName("B95: a failed fetch is a failure, remembered briefly under its own name, never an empty set of keys")
    void failure() throws Exception {
        host.publishes(500, null, new byte[0]);
        assertUnknown(key, "profile_unreachable");
        at(9);
        assertUnknown(key, "profile_unreachable");
        assertFetches(1);
        publish(key);
        at(10);
        assertFound(key);
    }

    @Test
    @DisplayName("B95: while the host is down the last good set holds, until 5 minutes after its own fetch")
    void lastGood() throws Exception {
        host.publishes(200, "max-age=60", Profiles.bytes(Profiles.document(key)));
        assertFound(key);
        host.publishes(500, null, new byte[0]);
        at(60);
        assertFound(key);
        assertUnknown(next, "profile_unreachable");
        assertFetches(2);
        at(299);
        assertFound(key);
        assertFetches(3);
        at(300);
        assertUnknown(key, "profile_unreachable");
    }

    @Test
    @DisplayName("B95: a forced refresh that fails leaves the good keys as they are")
    void forcedRefreshFails() throws Exception {
        publish(key);
        assertFound(key);
        host.publishes(500, null, new byte[0]);
        assertUnknown(next, "profile_unreachable");
        assertFound(key);
        assertUnknown(next, "profile_unreachable");
        assertFetches(2);
    }

    @Test
    @DisplayName("OPR-3: a document that came and is invalid ends the trust in the one before it")
    void invalidReplaces() throws Exception {
        host.publishes(200, "max-age=60", Profiles.bytes(Profiles.document(key)));
        assertFound(key);
        host.publishes("{}".getBytes(StandardCharsets.UTF_8));
        at(60);
        assertUnknown(key, "profile_malformed");
        at(70);
        publish(key);
        assertFound(key);
    }

    @Test
    @DisplayName("OPR-5: a version that is not spoken is version_unsupported")
    void version() throws Exception {
        host.publishes(Profiles.document(key)
                .toString()
                .replace("\"version\":\"2026-08-25\",\"services\"", "\"version\":\"2026-04-08\",\"services\"")
                .getBytes(StandardCharsets.UTF_8));
        assertUnknown(key, "version_unsupported");
    }

    @Test
    @DisplayName("OPR-2, B92: a redirect is a failure")
    void redirect() throws Exception {
        host.publishes(302, null, new byte[0]);
        assertUnknown(key, "profile_unreachable");
        assertFetches(1);
    }

    @Test
    @DisplayName("OPR-2: a host that is not there is a failure")
    void hostGone() throws Exception {
        host.close();
        assertUnknown(key, "profile_unreachable");
    }

    @Test
    @DisplayName("OPR-2: a clock that is set back never lengthens the trust in a key")
    void clockSetBack() throws Exception {
        publish(key);
        assertFound(key);
        publish(next);
        at(-1);
        assertUnknown(key, "key_not_found");
    }

    @Test
    @DisplayName("B97: 300 first requests at once make one fetch, and all get its result")
    void stampede() throws Exception {
        publish(key);
        CountDownLatch arrived = new CountDownLatch(1);
        host.before(() -> {
            arrived.countDown();
            await(release);
        });
        profiles = directory(settings(60_000, 16));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Lookup> find = () -> profiles.find(host.url(), key.thumbprint());
            List<Future<Lookup>> lookups =
                    IntStream.range(0, 300).mapToObj(i -> threads.submit(find)).toList();
            await(arrived);
            release.countDown();
            for (Future<Lookup> lookup : lookups) {
                assertThat(lookup.get()).isInstanceOf(Found.class);
            }
        }
        assertFetches(1);
    }

    @Test
    @DisplayName("B97: whoever waits has a deadline, and a flight that fails or is broken off does not poison the next")
    void deadlineAndPoison() throws Exception {
        publish(key);
        CountDownLatch arrived = new CountDownLatch(1);
        host.before(() -> {
            arrived.countDown();
            await(release);
        });
        profiles = directory(settings(20, 16));
        Thread leader = Thread.ofVirtual().start(() -> findQuietly(key));
        await(arrived);
        assertUnknown(key, "profile_unreachable");
        leader.interrupt();
        leader.join();
        release.countDown();
        assertFound(key);
    }

    @Test
    @DisplayName("B97: while one call refreshes, others with a known key are answered from the last good set")
    void refreshDoesNotBlock() throws Exception {
        publish(key);
        assertFound(key);
        CountDownLatch arrived = new CountDownLatch(1);
        host.before(() -> {
            arrived.countDown();
            await(release);
        });
        at(299);
        Thread leader = Thread.ofVirtual().start(() -> findQuietly(next));
        await(arrived);
        assertFound(key);
        release.countDown();
        leader.join();
    }

    @Test
    @DisplayName(
            "B94: fetches of different profiles share a limit, and the crowded-out profile is not marked as failed")
    void globalCap() throws Exception {
        publish(key);
        CountDownLatch arrived = new CountDownLatch(1);
        host.before(() -> {
            arrived.countDown();
            await(release);
        });
        onboarded = Set.of(host.url(), host.url("/second"));
        profiles = directory(settings(20, 1));
        Thread slow = Thread.ofVirtual().start(() -> findQuietly(key));
        await(arrived);
        assertUnknown(profiles.find(host.url("/second"), key.thumbprint()), "profile_unreachable");
        assertFetches(1);
        release.countDown();
        slow.join();
        assertThat(profiles.find(host.url("/second"), key.thumbprint())).isInstanceOf(Found.class);
    }

    @Test
    @DisplayName("OPR-2: no more profiles are kept than configured")
    void bounded() throws Exception {
        publish(key);
        onboarded = Set.copyOf(
                IntStream.range(0, 50).mapToObj(i -> host.url("/" + i)).toList());
        ProfileSettings few = new ProfileSettings(
                Set.of(Profiles.VERSION),
                true,
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                16,
                10);
        profiles = directory(few);
        for (int round = 0; round < 2; round++) {
            for (String url : onboarded) {
                assertThat(profiles.find(url, key.thumbprint())).isInstanceOf(Found.class);
            }
        }
        assertThat(host.fetches.get()).isBetween(80, 100);
    }

    @Test
    @DisplayName("OPR-2: the sentence for an agent tells nothing of addresses or connections")
    void quietFailure() throws Exception {
        ProfileSource refusing = profile -> {
            throw new IOException("10.0.0.5 refused");
        };
        profiles = new CachedProfiles(() -> onboarded, refusing, CRYPTOGRAPHY, () -> now, settings(20, 1));
        assertThat(profiles.find(host.url(), key.thumbprint()))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.sentence()).doesNotContain("10.0.0.5"));
    }

    private void findQuietly(SigningKey wanted) {
        try {
            profiles.find(host.url(), wanted.thumbprint());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
