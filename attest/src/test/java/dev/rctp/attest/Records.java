package dev.rctp.attest;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/** Chains as a reader gets them, and their offline check. */
final class Records {

    private static final RecordVerifier VERIFIER = new RecordVerifier(Registries.load());

    private Records() {}

    static List<ObjectNode> entries(DataSource database, Subject subject)
            throws LedgerUnavailableException, InvalidJsonException {
        List<ObjectNode> entries = new ArrayList<>();
        for (byte[] jcs : new Chains(database).entries(subject, 1, Integer.MAX_VALUE)) {
            entries.add(StrictJson.parseObject(jcs));
        }
        return entries;
    }

    static RecordReport of(DataSource database, Subject subject, TestKey... keys) throws LedgerUnavailableException {
        return VERIFIER.verify(bundle(new Chains(database).entries(subject, 1, Integer.MAX_VALUE), List.of(), keys));
    }

    static byte[] bundle(List<byte[]> entries, List<Receipt> receipts, TestKey... keys) {
        String bundle = "{\"entries\":["
                + entries.stream()
                        .map(jcs -> new String(jcs, StandardCharsets.UTF_8))
                        .collect(Collectors.joining(","))
                + "],\"openings\":[],\"keys\":["
                + Stream.of(keys).map(key -> key.jwk().toString()).collect(Collectors.joining(","))
                + "]"
                + (receipts.isEmpty() ? "" : ",\"receipts\":" + receipts(receipts))
                + "}";
        return bundle.getBytes(StandardCharsets.UTF_8);
    }

    private static String receipts(List<Receipt> receipts) {
        return receipts.stream()
                .map(r -> "{\"subject\":{\"type\":\"%s\",\"id\":\"%s\"},\"seq\":%d,\"hash\":\"%s\"}"
                        .formatted(r.subject().type(), r.subject().id(), r.seq(), r.hash()))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
