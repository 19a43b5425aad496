package dev.rctp.gateway;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.ChainLog;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogSigner;
import dev.rctp.attest.log.SignedCheckpoint;
import dev.rctp.gateway.config.LogConfig;
import dev.rctp.gateway.http.rest.Documents.Document;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The log of chain heads as this gateway keeps and publishes it (REC-7). */
final class HeadLog {

    private static final int MOST_LEAVES = 20_000;
    private static final Duration CHECKPOINT_FRESH = Duration.ofMinutes(1);
    private static final Duration KEY_FRESH = Duration.ofHours(1);

    private static final Duration CONSISTENCY_FRESH = Duration.ofDays(1); // of two sizes it never changes
    private static final int ASKED_AT_ONCE = 4;
    private static final Pattern SIZES = Pattern.compile("first=([1-9][0-9]{0,15})&second=([1-9][0-9]{0,15})");

    private final Semaphore asked = new Semaphore(ASKED_AT_ONCE, true);
    private final ChainLog log;
    private final Duration interval;
    private volatile @Nullable SignedCheckpoint published;

    private HeadLog(ChainLog log, Duration interval) {
        this.log = log;
        this.interval = interval;
    }

    /** Reads its key; a file that is missing or holds no key for it stops the start with one sentence. */
    static HeadLog open(LogConfig config, Cryptography cryptography, DataSource database, InstantSource clock)
            throws IOException {
        try {
            SigningKey key = cryptography.signingKey(StrictJson.parseObject(Files.readAllBytes(config.signingKey())));
            if (key.algorithm() != SignatureAlgorithm.ED25519) {
                throw new IOException("the log's signing key must be an Ed25519 key");
            }
            ChainLog log = new ChainLog(database, config.origin(), new Signer(key), clock, MOST_LEAVES);
            return new HeadLog(log, config.interval());
        } catch (MalformedKeyException | InvalidJsonException e) {
            throw new IOException("the log's key file holds no key this gateway can use: " + e.getMessage(), e);
        }
    }

    private record Signer(SigningKey key) implements LogSigner {
        @Override
        public byte[] publicKey() {
            return Base64.getUrlDecoder().decode(key.publicJwk().path("x").stringValue());
        }

        @Override
        public byte[] sign(byte[] data) {
            return key.sign(data);
        }
    }

    /** Signs what the log is by now, for whoever asks. */
    SignedCheckpoint checkpoint() throws LedgerUnavailableException {
        SignedCheckpoint signed = log.checkpoint();
        published = signed;
        return signed;
    }

    /** Signs where it is time, and takes over what another gateway signed. */
    void look() throws LedgerUnavailableException {
        Optional<SignedCheckpoint> signed = log.checkpointAfter(interval);
        published = (signed.isPresent() ? signed : log.newest()).orElse(null);
    }

    /** The proof that a chain's head stands in the log; empty for a chain that it has not taken up yet. */
    Optional<HeadProof> proof(Subject subject) throws LedgerUnavailableException {
        return log.proof(subject);
    }

    /** The newest checkpoint that this gateway knows of; empty before the first one. */
    Optional<Document> publishedCheckpoint() {
        return Optional.ofNullable(published).map(known -> Document.of(known.note(), CHECKPOINT_FRESH));
    }

    /** The key that checkpoints are held against, as signed notes write it. */
    String key() {
        return log.key().text();
    }

    /** The same, as it is published. */
    Optional<Document> publishedKey() {
        return Optional.of(Document.of(log.key().text() + "\n", KEY_FRESH));
    }

    /**
     * The proof that the log of {@code second} leaves begins with that of {@code first} (RFC 6962 4.4), up to the published checkpoint; empty for a
     * query of anything else. It is anybody's to ask for, so few are read at once.
     */
    Optional<Document> publishedConsistency(String query) throws LedgerUnavailableException, InterruptedException {
        Matcher sizes = SIZES.matcher(query);
        SignedCheckpoint newest = published;
        if (!sizes.matches() || newest == null || Long.parseLong(sizes.group(2)) > newest.size()) {
            return Optional.empty();
        }
        long first = Long.parseLong(sizes.group(1));
        long second = Long.parseLong(sizes.group(2));
        asked.acquire();
        try {
            return log.consistency(first, second).map(hashes -> consistency(first, second, hashes));
        } finally {
            asked.release();
        }
    }

    private static Document consistency(long first, long second, List<byte[]> hashes) {
        ObjectNode proof =
                JsonNodeFactory.instance.objectNode().put("first", first).put("second", second);
        ArrayNode list = proof.putArray("consistency");
        hashes.forEach(hash -> list.add(Base64.getEncoder().encodeToString(hash)));
        return Document.of(proof, CONSISTENCY_FRESH);
    }
}
