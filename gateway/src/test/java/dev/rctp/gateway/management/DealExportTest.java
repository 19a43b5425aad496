package dev.rctp.gateway.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.Chains;
import dev.rctp.attest.Committed;
import dev.rctp.attest.Confided;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.EntrySigner;
import dev.rctp.attest.GroupCommit;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class DealExportTest {

    private static final Subject DEAL = new Subject("deal", "dea_" + "a".repeat(26));
    private static final Subject NEGOTIATION = new Subject("negotiation", "neg_" + "a".repeat(26));
    private static final Subject LISTING = new Subject("listing", "lamp");
    private static final String SELLER = "s_1";
    private static final String BUYER = "buyers-key";
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path folder;

    private Database database;
    private GroupCommit ledger;

    @BeforeEach
    void open() throws Exception {
        database = Database.open(
                new StoreConfig.Embedded(folder, 4),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        ledger = new GroupCommit(
                        database.dataSource(),
                        new FreeSigner(),
                        InstantSource.system(),
                        GroupCommit.Settings.defaults())
                .start();
        confide(NEGOTIATION);
        confide(LISTING, BUYER, Confided.to("buyer", note("the first"), RANDOM));
        confide(DEAL);
    }

    @AfterEach
    void close() {
        ledger.close();
        database.close();
    }

    @Test
    @DisplayName(
            "REC-6, REC-7: an export made while its chains grow has the entry of each opening and of each proven head")
    void whileChainsGrow() throws Exception {
        DealExport export = export(growingBeforeEachQuery());

        JsonNode chains = StrictJson.parseObject(contents(export).body()).path("chains");
        assertThat(chains).hasSize(3);
        for (JsonNode chain : chains) {
            Subject subject = new Subject(
                    chain.at("/subject/type").stringValue(),
                    chain.at("/subject/id").stringValue());
            JsonNode part = part(export, subject, null);
            int entries = part.path("entries").size();
            assertThat(chain.path("proofs").path(0).path("head").path("seq").asInt(0))
                    .isBetween(1, entries);
            assertThat(part.path("openings"))
                    .isNotEmpty()
                    .allSatisfy(
                            opening -> assertThat(opening.path("seq").asInt(0)).isBetween(1, entries));
        }
    }

    @Test
    @DisplayName(
            "REC-6: of the listing's chain an export opens what is about the deal's seller or of its buyer's calls, and nothing of others who sold or asked")
    void othersOnTheListing() throws Exception {
        for (String seller : List.of("earlier", SELLER, "later")) {
            confide(
                    LISTING,
                    "agent-of-" + seller,
                    Confided.to("seller", note(seller), RANDOM).about(seller));
        }
        for (String caller : List.of(BUYER, "another")) {
            confide(LISTING, caller, Confided.to("buyer", note(caller + "'s call"), RANDOM));
            confide(LISTING, caller, Confided.to(caller, note(caller + "'s price"), RANDOM));
        }
        JsonNode part = part(export(database.dataSource()), LISTING, null);

        assertThat(part.path("entries")).hasSize(8);
        assertThat(part.path("openings")
                        .valueStream()
                        .map(opening -> opening.at("/value/note").stringValue()))
                .containsExactly("the first", SELLER, BUYER + "'s call", BUYER + "'s price");
    }

    @Test
    @DisplayName("REC-6: a chain is given part by part, and only one of the deal's")
    void parts() throws Exception {
        for (int i = 0; i < 1_001; i++) {
            confide(NEGOTIATION);
        }
        DealExport export = export(database.dataSource());

        assertThat(part(export, NEGOTIATION, null).path("entries")).hasSize(1000);
        JsonNode last = part(export, NEGOTIATION, "from=1001");
        assertThat(last.path("entries")).hasSize(2);
        assertThat(last.path("openings")
                        .valueStream()
                        .map(opening -> opening.path("seq").asInt()))
                .containsExactly(1001, 1002);
        assertThat(part(export, NEGOTIATION, "from=1003").path("entries")).isEmpty();
        assertThat(ask(export, NEGOTIATION, "from=0").status()).isEqualTo(400);
        assertThat(ask(export, NEGOTIATION, "limit=1").status()).isEqualTo(400);
        assertThat(ask(export, new Subject("negotiation", "neg_" + "b".repeat(26)), null)
                        .status())
                .isEqualTo(404);
    }

    private DealExport export(DataSource from) {
        Negotiation between =
                new Negotiation(NEGOTIATION.id(), new ListingId(LISTING.id()), SELLER, "https://a.example/ucp", BUYER);
        return new DealExport(new Chains(from), this::provenNow, _ -> Optional.of(between), List.of(), null);
    }

    private static Reply contents(DealExport export) {
        return export.handle("GET", List.of("deals", DEAL.id(), "record"), null);
    }

    private static Reply ask(DealExport export, Subject chain, @Nullable String query) {
        return export.handle("GET", List.of("deals", DEAL.id(), "record", chain.type(), chain.id()), query);
    }

    private static JsonNode part(DealExport export, Subject chain, @Nullable String query) throws Exception {
        Reply reply = ask(export, chain, query);
        assertThat(reply.status()).isEqualTo(200);
        return StrictJson.parseObject(reply.body());
    }

    private Optional<HeadProof> provenNow(Subject subject) throws LedgerUnavailableException {
        Receipt head = new Chains(database.dataSource()).head(subject).orElseThrow();
        return Optional.of(new HeadProof(head, 0, List.of(), "a note"));
    }

    /** Whoever reads by this finds each chain one entry longer, with an opening, at each look. */
    private DataSource growingBeforeEachQuery() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, arguments) -> {
                    for (Subject subject : List.of(NEGOTIATION, LISTING, DEAL)) {
                        confide(subject);
                    }
                    return method.invoke(database.dataSource(), arguments);
                });
    }

    private void confide(Subject subject) throws Exception {
        confide(subject, "somebody", Confided.to("seller", note("told to the seller"), RANDOM));
    }

    private static ObjectNode note(String text) {
        return JsonNodeFactory.instance.objectNode().put("note", text);
    }

    private void confide(Subject subject, String caller, Confided secret) throws Exception {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("caller", caller)
                .put("confided", secret.digest())
                .put("listing_id", LISTING.id());
        body.putObject("negotiation").put("id", NEGOTIATION.id());
        Unit unit = new Unit(
                List.of(),
                List.of(new EntryDraft(subject, "decided", body)),
                receipts -> List.of(secret.keep(receipts.getFirst(), "/body/confided")));
        assertThat(ledger.commit(unit)).isInstanceOf(Committed.Durable.class);
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
