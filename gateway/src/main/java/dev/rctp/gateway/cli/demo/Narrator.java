package dev.rctp.gateway.cli.demo;

import dev.rctp.attest.verify.Kept;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.ReportText;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares what happens with what should, answers' signatures too, and keeps the receipts for the record's check. */
final class Narrator {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Consumer<Step> listener;
    private final ResponseVerifier answers;
    private final JsonNode gatewayKeys;
    private final List<Receipt> receipts = new ArrayList<>();
    private final Map<String, Reader> records = new LinkedHashMap<>();
    private boolean allPassed = true;

    /** Who reads a record. */
    private record Reader(Agent agent, @Nullable String token) {}

    /** Tells each step to the listener as it happens. */
    Narrator(World world, Cryptography cryptography, Consumer<Step> listener) throws IOException, InterruptedException {
        this.listener = listener;
        this.gatewayKeys = world.get(world.address("gateway_profile")).path("keys");
        this.answers = new ResponseVerifier(keys(cryptography), Freshness.STRICT, world.clock());
    }

    /** Whether every step did what it should. */
    boolean allPassed() {
        return allPassed;
    }

    /** What the seller's page said, a status or a fault's code; it has no signature, for it is the seller's own. */
    void expectPage(String title, int status, String said, SellersPhone.Said page) {
        String got =
                page.json().path("status").asString(page.json().path("code").asString(""));
        boolean passed = page.status() == status && said.equals(got);
        String told = (page.status() + " " + got).strip() + why(page.json().path("detail"));
        tell(new Step(title, (status + " " + said).strip(), told, passed));
    }

    /** A fault's detail: its cause, or the fields that are wrong. */
    private static String why(JsonNode detail) {
        Stream<String> fields = detail.path("fields")
                .valueStream()
                .map(field -> field.path("field").asString("") + " "
                        + field.path("message").asString(""));
        String why = Stream.concat(Stream.of(detail.path("cause").asString("")), fields)
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "));
        return why.isEmpty() ? "" : ": " + why;
    }

    void expect(String title, int status, String decision, Answer answer) {
        expect(title, status, decision, answer, true);
    }

    void expect(String title, int status, String decision, Answer answer, boolean also) {
        ResponseMessage response = new ResponseMessage(answer.status(), answer.fields());
        boolean signed = answers.verify(response, answer.body(), answer.request()) instanceof ValidSignature;
        if (!answer.receipt().isEmpty() && !answer.replayed()) {
            receipts.add(Receipt.parse(answer.receipt()).orElseThrow());
        }
        boolean passed = answer.status() == status && answer.decision().equals(decision) && signed && also;
        String got = (answer.status() + " " + answer.decision()).strip()
                + lacking(answer)
                + (signed ? "" : " (answer not signed)");
        tell(new Step(title, (status + " " + decision).strip(), got, passed));
    }

    /** Verifies a record offline, against every receipt for one of its entries, and remembers it for {@link #verifyAll}. */
    void verify(String title, String subject, Agent reader, @Nullable String token)
            throws IOException, InterruptedException {
        records.put(subject, new Reader(reader, token));
        Answer read = reader.read("/records/" + subject, token);
        verify(title, subject, read, List.of(), null);
    }

    /** Has the log of all chains signed, and verifies each record again, with the proof that its head is in there (REC-7). */
    void verifyAll(World world) throws IOException, InterruptedException {
        JsonNode signed = world.signLog();
        tell(new Step(
                "The gateway signs the log of all its records' heads",
                "a checkpoint",
                signed.path("size").asString() + " heads",
                signed.path("note").asString("").contains("\u2014 ")));
        String logKey = world.text("/.well-known/rctp/checkpoint-key").strip();
        for (Map.Entry<String, Reader> record : records.entrySet()) {
            String path = "/records/" + record.getKey();
            Reader by = record.getValue();
            Answer read = by.agent().read(path, by.token());
            Answer proof = by.agent().read(path + "/proof", by.token());
            String subject = record.getKey();
            String of = subject.substring(0, subject.indexOf('/'));
            verify(
                    "The " + of + "'s record again: its end stands in the log",
                    subject,
                    read,
                    List.of(proof.json()),
                    logKey);
        }
    }

    private void verify(String title, String subject, Answer read, List<JsonNode> heads, @Nullable String logKey) {
        List<JsonNode> ofSubject = receipts.stream()
                .<JsonNode>map(Receipt::toJson)
                .filter(receipt -> subject(receipt).equals(subject))
                .toList();
        Kept kept = new Kept(gatewayKeys, ofSubject, heads, logKey);
        RecordReport report = new RecordVerifier(Registries.load()).verify(JSON.writeValueAsBytes(read.json()), kept);
        tell(new Step(
                title,
                "intact and complete",
                String.join("; ", ReportText.lines(report)).replaceAll(" +", " "),
                read.status() == 200 && report.passed()));
    }

    /** What a report of a deal lacks, where it is refused for that. */
    private static String lacking(Answer answer) {
        if (answer.status() != 409) {
            return "";
        }
        String unmet = answer.json()
                .at("/detail/unmet")
                .valueStream()
                .map(JsonNode::stringValue)
                .collect(Collectors.joining(", "));
        return unmet.isEmpty() ? "" : ": lacks " + unmet;
    }

    private static String subject(JsonNode receipt) {
        JsonNode subject = receipt.path("subject");
        return subject.path("type").asString() + "/" + subject.path("id").asString();
    }

    private void tell(Step step) {
        allPassed &= step.passed();
        listener.accept(step);
    }

    private KeyLookup keys(Cryptography cryptography) {
        List<VerificationKey> keys = new ArrayList<>();
        for (JsonNode jwk : gatewayKeys) {
            try {
                keys.add(cryptography.verificationKey(jwk));
            } catch (MalformedKeyException e) {
                throw new IllegalStateException("the gateway's profile has a malformed key", e);
            }
        }
        return KeyLookup.of(keys.toArray(VerificationKey[]::new));
    }
}
