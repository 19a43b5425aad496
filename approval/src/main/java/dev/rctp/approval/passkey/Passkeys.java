package dev.rctp.approval.passkey;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The passkeys that the gateway keeps (APR-9). A statement that touches no row says that its condition does not hold. */
public final class Passkeys {

    private static final String COLUMNS =
            "credential_id, seller, public_key, user_handle, backup_eligible, sign_count, registered_at";

    private static final String BY_CREDENTIAL = "SELECT " + COLUMNS + " FROM passkey WHERE credential_id = ?";

    private static final String BY_SELLER =
            "SELECT " + COLUMNS + " FROM passkey WHERE seller = ? ORDER BY registered_at, credential_id";

    private static final String GIVEN = "WITH given (" + COLUMNS
            + ") AS (VALUES (?::text, ?::text, ?::text, ?::text, ?::boolean, ?::bigint, ?::timestamptz))";

    private static final String INSERT = " INSERT INTO passkey (" + COLUMNS + ") SELECT * FROM given";

    // of any number at once, only one makes the seller known
    private static final String FIRST =
            GIVEN + """
            , fresh AS (INSERT INTO passkey_seller (seller) SELECT seller FROM given ON CONFLICT DO NOTHING RETURNING seller)
            """ + INSERT + " WHERE EXISTS (SELECT FROM fresh) ON CONFLICT DO NOTHING";

    private static final String BESIDE = GIVEN + INSERT
            + " WHERE EXISTS (SELECT FROM passkey p WHERE p.credential_id = ? AND p.seller = given.seller)"
            + " ON CONFLICT DO NOTHING";

    private static final String ANY = GIVEN
            + ", known AS (INSERT INTO passkey_seller (seller) SELECT seller FROM given ON CONFLICT DO NOTHING)"
            + INSERT + " ON CONFLICT DO NOTHING";

    private static final String ADVANCE = """
            UPDATE passkey SET sign_count = ?, last_used_at = ?
            WHERE credential_id = ? AND seller = ? AND public_key = ? AND (sign_count < ? OR (sign_count = 0 AND ? = 0))""";

    private static final String WITHDRAW = "DELETE FROM passkey WHERE seller = ? AND credential_id = ?";

    private Passkeys() {}

    /** The passkey with this credential id; its key is checked again (B58), and a bad one is an {@link SQLException}. */
    public static SqlQuery<Passkey> byCredential(String credentialId) {
        return new SqlQuery<>(BY_CREDENTIAL, List.of(credentialId), Passkeys::read);
    }

    /** All of a seller's, oldest first; their keys are checked again (B58). */
    public static SqlQuery<Passkey> bySeller(String seller) {
        return new SqlQuery<>(BY_SELLER, List.of(seller), Passkeys::read);
    }

    /**
     * Keeps a passkey that was registered with a ticket. The first of a seller needs the ticket alone, a further one an assertion by one
     * that still stands, or a ticket with {@code reset} (APR-9). Touches no row where that does not hold, or the credential id is known.
     * Throws {@link IllegalArgumentException} when they are not of one seller.
     *
     * @param by the assertion by a passkey that the seller has; null without one
     */
    public static SqlStatement enrolled(Passkey fresh, EnrolmentTicket ticket, @Nullable VerifiedAssertion by) {
        require(fresh.seller().equals(ticket.seller()), "a ticket of another seller");
        if (ticket.reset()) {
            return imported(fresh);
        }
        if (by == null) {
            return insert(FIRST, fresh);
        }
        require(fresh.seller().equals(by.passkey().seller()), "an assertion of another seller");
        return insert(BESIDE, fresh, by.passkey().credentialId());
    }

    /** Keeps a passkey that the marketplace vouches for (MGT-1); touches no row where its credential id is known, whoever has it. */
    public static SqlStatement imported(Passkey passkey) {
        return insert(ANY, passkey);
    }

    /**
     * Takes note of a passkey's use: touches no row where its counter did not rise above the kept one, other than 0 after 0 (B56), also when
     * another use came between; or where it is withdrawn.
     */
    public static SqlStatement used(VerifiedAssertion assertion, Instant now) {
        Passkey passkey = assertion.passkey();
        long counter = assertion.counter();
        return new SqlStatement(
                ADVANCE,
                List.of(counter, now, passkey.credentialId(), passkey.seller(), stored(passkey), counter, counter));
    }

    /** Forgets a seller's passkey; touches no row where the seller has none such. */
    public static SqlStatement withdrawn(String seller, String credentialId) {
        return new SqlStatement(WITHDRAW, List.of(seller, credentialId));
    }

    private static SqlStatement insert(String sql, Passkey passkey, Object... more) {
        @Nullable
        Object[] values = {
            passkey.credentialId(),
            passkey.seller(),
            stored(passkey),
            passkey.userHandle(),
            passkey.backupEligible(),
            passkey.counter(),
            passkey.registeredAt()
        };
        return new SqlStatement(
                sql, Stream.concat(Arrays.stream(values), Arrays.stream(more)).toList());
    }

    private static String stored(Passkey passkey) {
        return CanonicalJson.text(passkey.key().json());
    }

    private static Passkey read(ResultSet row) throws SQLException {
        boolean backupEligible = row.getBoolean(5);
        return new Passkey(
                row.getString(1),
                row.getString(2),
                key(row.getString(3)),
                row.getString(4),
                row.wasNull() ? null : backupEligible,
                row.getLong(6),
                row.getObject(7, OffsetDateTime.class).toInstant());
    }

    private static PublicJwk key(String stored) throws SQLException {
        try {
            return PublicJwk.of(StrictJson.parseObject(stored.getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidJsonException | Unfit e) {
            throw new SQLException("a stored passkey has no good key", e);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
