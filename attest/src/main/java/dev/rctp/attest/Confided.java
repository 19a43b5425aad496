package dev.rctp.attest;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What only one side may know of an entry: the entry commits to it, and that side's read opens it (REC-6). */
public final class Confided {

    private static final int SALT_BYTES = 16;
    // whoever is being erased is erased first, or with this: see Erasure
    private static final String KEEP = """
            INSERT INTO opening (subject_type, subject_id, seq, path, party, salt, value, person)
            SELECT o.* FROM (VALUES (?::text, ?::text, ?::bigint, ?::text, ?::text, ?::text, ?::text, ?::text))
                AS o (subject_type, subject_id, seq, path, party, salt, value, person)
            WHERE o.person IS NULL OR pg_advisory_xact_lock_shared(hashtextextended(o.person, 0)) IS NOT NULL""";

    private final String party;
    private final String salt;
    private final JsonNode value;
    private final @Nullable String person;

    private Confided(String party, String salt, JsonNode value, @Nullable String person) {
        this.party = party;
        this.salt = salt;
        this.value = value;
        this.person = person;
    }

    /** Confides the value, which must not change any more, to this party, a side of the chain or one agent's key, under a fresh salt. */
    public static Confided to(String party, JsonNode value, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new Confided(party, Base64.getUrlEncoder().withoutPadding().encodeToString(salt), value, null);
    }

    /** The same, known to be about this person: nobody who acts for another one reads it, and {@link Erasure} finds it. */
    public Confided about(String whom) {
        return new Confided(party, salt, value, whom);
    }

    /** What stands in the entry: {@code sha-256:} and hex over the canonical {@code {"salt", "value"}}. */
    public String digest() {
        ObjectNode both = JsonNodeFactory.instance.objectNode();
        both.put("salt", salt).set("value", value);
        return Sha256.text(CanonicalJson.bytes(both));
    }

    /** Keeps the opening of the entry with this receipt, where the digest stands at {@code path}, a JSON pointer. */
    public Statement keep(Receipt entry, String path) {
        return Statement.ofOne(
                KEEP,
                entry.subject().type(),
                entry.subject().id(),
                entry.seq(),
                path,
                party,
                salt,
                CanonicalJson.text(value),
                person);
    }

    @Override
    public String toString() {
        return "Confided[***]";
    }
}
