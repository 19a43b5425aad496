package dev.rctp.gateway.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.attest.Chains;
import dev.rctp.attest.EntrySigner;
import dev.rctp.attest.GroupCommit;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.gateway.webhook.Outbox;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.SealingKey;
import dev.rctp.terms.SealingKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class ListingAdministrationTest {

    private static final Registries REGISTRIES = Registries.load();
    private static final String TERMS = """
            {"floor":{"amount":3000,"currency":"EUR"},"available_until":"2100-01-01T00:00:00Z",
             "fulfillment_options":["pickup"],"payment_terms":["escrow"],"deliver_within_days":3}""";

    @TempDir
    static Path folder;

    private static Database database;
    private static GroupCommit ledger;
    private static Listings listings;
    private static ListingAdministration administration;

    @BeforeAll
    static void open() throws Exception {
        database = Database.open(
                new StoreConfig.Embedded(folder, 4),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        ledger = new GroupCommit(
                        database.dataSource(),
                        new FreeSigner(),
                        InstantSource.system(),
                        GroupCommit.Settings.defaults())
                .start();
        listings = new Listings(database.dataSource());
        ListingService service = new ListingService(
                Map.of("goods.small/1", REGISTRIES.defaultTermSet()),
                new SealingKeys(new SealingKey("k1", "A".repeat(43)), List.of()),
                new SecureRandom(),
                InstantSource.system());
        administration = new ListingAdministration(
                listings,
                service,
                ledger,
                new Outbox(InstantSource.system(), false),
                REGISTRIES.schemas(),
                ListingIdFolding.EXACT,
                new SecureRandom(),
                InstantSource.system());
    }

    @AfterAll
    static void close() {
        ledger.close();
        database.close();
    }

    @ParameterizedTest
    @CsvSource({"other-seller, sub-2, 4000, EUR", "other-price, sub-1, 4001, EUR", "other-currency, sub-1, 4000, CHF"})
    @DisplayName("REC-3: terms approved for a listing that changed meanwhile are refused, and the record tells of none")
    void changedMeanwhile(String id, String seller, long amount, String currency) throws Exception {
        PublicListing judged = administration.tell(id, told("sub-1", 4000, "EUR"), "r1");
        administration.tell(id, told(seller, amount, currency), "r2");

        assertThatThrownBy(() -> administration.approveTerms(judged, StrictJson.parse(utf8(TERMS)), "r3"))
                .isInstanceOf(ListingAdministration.Rejected.class)
                .hasMessage("The listing changed meanwhile.");
        assertThat(listings.find(new ListingId(id)).orElseThrow().hasApprovedTerms())
                .isFalse();
        assertThat(kinds(id)).containsExactly("listing_told", "listing_told");
    }

    @Test
    @DisplayName("REC-3, LST-9: terms approved for a listing that was withdrawn meanwhile are refused")
    void withdrawnMeanwhile() throws Exception {
        PublicListing judged = administration.tell("withdrawn", told("sub-1", 4000, "EUR"), "r1");
        assertThat(administration.delete("withdrawn", "r2").status()).isEqualTo(204);

        assertThatThrownBy(() -> administration.approveTerms(judged, StrictJson.parse(utf8(TERMS)), "r3"))
                .isInstanceOf(ListingAdministration.Rejected.class);
        assertThat(kinds("withdrawn")).containsExactly("listing_told", "listing_closed");
    }

    @Test
    @DisplayName("REC-3, LST-4: terms approved for a listing as it is are its terms, and the record names them")
    void unchanged() throws Exception {
        PublicListing judged = administration.tell("unchanged", told("sub-1", 4000, "EUR"), "r1");
        PublicListing approved = administration.approveTerms(judged, StrictJson.parse(utf8(TERMS)), "r2");

        assertThat(listings.find(new ListingId("unchanged"))).contains(approved);
        assertThat(kinds("unchanged")).containsExactly("listing_told", "terms_approved");
    }

    private static ObjectNode told(String seller, long amount, String currency) throws Exception {
        return StrictJson.parseObject(utf8("""
                {"seller":"%s","title":"A lamp","list_price":{"amount":%d,"currency":"%s"},"term_set":"goods.small/1"}""".formatted(seller, amount, currency)));
    }

    private static List<String> kinds(String id) throws Exception {
        return new Chains(database.dataSource())
                .entries(new Subject("listing", id), 1, 100).stream()
                        .map(jcs -> new String(jcs, StandardCharsets.UTF_8))
                        .map(jcs -> jcs.replaceFirst(".*\"kind\":\"([a-z_]+)\".*", "$1"))
                        .toList();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Signs nothing: no signature is looked at here. */
    private static final class FreeSigner implements EntrySigner {
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
