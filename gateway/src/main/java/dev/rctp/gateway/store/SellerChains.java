package dev.rctp.gateway.store;

import dev.rctp.attest.Subject;
import dev.rctp.registries.SqlQuery;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import javax.sql.DataSource;

/**
 * The chains of sellers' passkeys, which say whose key signed an approval; the marketplace's own, read by no agent (MGT-1). A chain's id tells
 * nothing of its seller: the table alone does, until that is erased.
 */
final class SellerChains {

    private static final int ID_BYTES = 32;
    private static final String FIND = """
            WITH fresh AS (INSERT INTO seller_chain (seller, chain_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING chain_id)
            SELECT chain_id FROM fresh UNION ALL SELECT chain_id FROM seller_chain WHERE seller = ? LIMIT 1""";

    private final DataSource source;
    private final SecureRandom random;

    /** Of this database; {@code random} names new ones. */
    SellerChains(DataSource source, SecureRandom random) {
        this.source = source;
        this.random = random;
    }

    /** The seller's chain, which may have no entry yet. */
    Subject of(String seller) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        SqlQuery<String> find =
                new SqlQuery<>(FIND, List.of(seller, HexFormat.of().formatHex(id), seller), row -> row.getString(1));
        // of two at once, one may not see the other's row yet
        return new Subject(
                "seller",
                RoundTrip.ask(source, find)
                        .or(() -> RoundTrip.ask(source, find))
                        .orElseThrow());
    }
}
