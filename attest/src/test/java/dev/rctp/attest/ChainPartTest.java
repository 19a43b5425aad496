package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.GroupCommit.Settings;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.registries.Registries;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ChainPartTest {

    private static final Subject CHAIN = new Subject("negotiation", "neg_aaaaaaaaaaaaaaaaaaaaaaaaaa");
    private static final SecureRandom RANDOM = new SecureRandom();

    private TestKey key;
    private TestDatabase database;
    private GroupCommit ledger;

    @BeforeEach
    void prepare() throws Exception {
        key = TestKey.generate();
        database = TestDatabase.fresh();
        ledger = new GroupCommit(database.pool(), key, InstantSource.system(), Settings.defaults()).start();
        confide();
        confide();
    }

    @AfterEach
    void close() {
        ledger.close();
        database.close();
    }

    @Test
    @DisplayName("REC-4, REC-6: a record that is read while its chain grows is sound, whole or in parts")
    void whileItGrows() throws Exception {
        Chains growing = new Chains(growingBeforeEachQuery());
        sound(growing.part(CHAIN, List.of("seller"), null, 1, 1000));
        sound(growing.openPart(CHAIN, 1, 1000));

        ChainPart one = growing.part(CHAIN, List.of("seller"), null, 2, 1);
        assertThat(one.entries()).hasSize(1);
        assertThat(one.openings()).hasSize(1);
        sound(one);
        long last = new Chains(database.pool()).head(CHAIN).orElseThrow().seq();
        ChainPart none = growing.part(CHAIN, List.of("seller"), null, last + 2, 1000);
        assertThat(none.entries()).isEmpty();
        assertThat(none.openings()).isEmpty();
    }

    private void sound(ChainPart part) {
        assertThat(part.openings()).hasSameSizeAs(part.entries());
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        keys.putArray("keys").add(key.jwk());
        String bundle = "{\"entries\":" + list(part.entries()) + ",\"openings\":" + list(part.openings()) + ","
                + keys.toString().substring(1);
        RecordReport report = new RecordVerifier(Registries.load()).verify(bundle.getBytes(StandardCharsets.UTF_8));
        assertThat(report.integrity()).isEqualTo(new RecordReport.Integrity.Sound());
    }

    private static String list(List<byte[]> values) {
        return values.stream()
                .map(json -> new String(json, StandardCharsets.UTF_8))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** Whoever reads by this finds one entry more, with an opening, at each look. */
    private DataSource growingBeforeEachQuery() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, arguments) -> {
                    confide();
                    return method.invoke(database.pool(), arguments);
                });
    }

    private void confide() throws Exception {
        Confided secret =
                Confided.to("seller", JsonNodeFactory.instance.objectNode().put("note", "told to the seller"), RANDOM);
        EntryDraft draft = Drafts.decided(CHAIN, "r");
        draft.body().put("confided", secret.digest());
        Unit unit = new Unit(
                List.of(), List.of(draft), receipts -> List.of(secret.keep(receipts.getFirst(), "/body/confided")));
        assertThat(ledger.commit(unit)).isInstanceOf(Committed.Durable.class);
    }
}
