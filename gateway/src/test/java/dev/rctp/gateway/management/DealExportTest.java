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
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
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
        confide(LISTING);
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
        DealExport export = new DealExport(new Chains(growingBeforeEachQuery()), this::provenNow, List.of(), null);

        Reply reply = export.handle("GET", List.of("deals", DEAL.id(), "record"));

        assertThat(reply.status()).isEqualTo(200);
        JsonNode chains = StrictJson.parseObject(reply.body()).path("chains");
        assertThat(chains).hasSize(3);
        for (JsonNode chain : chains) {
            int entries = chain.path("entries").size();
            assertThat(chain.path("proofs").path(0).path("head").path("seq").asInt(0))
                    .isBetween(1, entries);
            assertThat(chain.path("openings"))
                    .hasSize(entries)
                    .allSatisfy(
                            opening -> assertThat(opening.path("seq").asInt(0)).isBetween(1, entries));
        }
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
        Confided secret =
                Confided.to("seller", JsonNodeFactory.instance.objectNode().put("note", "told to the seller"), RANDOM);
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
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
