package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.cli.dossier.DossierPage;
import dev.rctp.gateway.e2e.LoggedRecord;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record export}: one file that a lawyer could be given, and the page made of it (REC-6). */
@ExtendWith(Sandboxed.class)
class RecordExportTest {

    @TempDir
    private Path folder;

    private Typed export(World world, Path state, String deal, String... more) throws IOException {
        JsonNode secrets = JsonMapper.shared().readTree(Files.readString(state.resolve("secrets.json")));
        Files.writeString(
                folder.resolve("bearer"), secrets.path("RCTP_MANAGEMENT_SECRET").asString() + "\n");
        List<String> words = new ArrayList<>(List.of(
                "record",
                "export",
                "--deal",
                deal,
                "--management",
                world.address("management").toString(),
                "--bearer-file",
                folder.resolve("bearer").toString()));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    private Typed verify(Path file, LoggedRecord logged, String... more) throws IOException {
        Files.writeString(folder.resolve("profile.json"), logged.profile().toString());
        Files.writeString(folder.resolve("checkpoint-key"), logged.logKey());
        List<String> words = new ArrayList<>(List.of(
                "record",
                "verify",
                file.toString(),
                "--keys",
                folder.resolve("profile.json").toString(),
                "--log-key",
                folder.resolve("checkpoint-key").toString()));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    @Test
    @DisplayName(
            "EVT-1, REC-4: --profile judges whose the keys are that signed events; without it the report says that it did not")
    void profiles(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        Path page = folder.resolve("deal.html");
        export(world, state, logged.deal(), "--out", file.toString(), "--page", page.toString());
        Agent holder = world.agent("escrow", 0);
        Agent buyer = world.agent("buyer-ops-b", 0);
        Path holders = published(world, holder);
        Path buyers = published(world, buyer);

        Typed none = verify(file, logged);
        assertThat(none.exit()).isZero();
        assertThat(none.out())
                .contains("events by:    holder, seq ", ", " + holder.profile() + "\n")
                .contains(", not judged whose it is; give --profile")
                .contains("all 4 chains verified; not judged: whose the parties' keys are");
        assertThat(Files.readString(page)).contains("Signed with key", "That the keys under the events are");

        Typed both = verify(
                file,
                logged,
                "--profile",
                holder.profile() + "=" + holders,
                "--profile",
                buyer.profile() + "=" + buyers);
        assertThat(both.exit()).as(both.all()).isZero();
        assertThat(both.out()).contains(", in the party's profile").endsWith("all 4 chains verified\n");

        Typed wrong = verify(file, logged, "--profile", holder.profile() + "=" + buyers);
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.out()).contains("NOT IN THE PARTY'S PROFILE", "NOT ALL CHAINS VERIFIED");
        Typed unnamed = verify(file, logged, "--profile", holders.toString());
        assertThat(unnamed.exit()).isEqualTo(2);
        assertThat(unnamed.err()).contains("--profile takes URL=FILE");
    }

    private Path published(World world, Agent agent) throws Exception {
        Path file = Files.createTempFile(folder, "profile", ".json");
        return Files.writeString(file, world.get(URI.create(agent.profile())).toString());
    }

    @Test
    @DisplayName(
            "REC-6: a deal's export has the chains of listing, negotiation and deal with all they confide, and verifies offline")
    void exported(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        Path page = folder.resolve("deal.html");
        Typed typed = export(world, state, logged.deal(), "--out", file.toString(), "--page", page.toString());

        assertThat(typed.exit()).as(typed.all()).isZero();
        assertThat(typed.out())
                .contains("all 4 chains verified", "1 signed head in the file, its own word", "the file's own: compare")
                .doesNotContain("complete against");
        JsonNode dossier = StrictJson.parse(Files.readAllBytes(file));
        assertThat(Registries.load().schemas().validate("record-bundle", dossier))
                .isEmpty();
        assertThat(dossier.path("chains").valueStream().map(RecordExportTest::subject))
                .containsExactly("listing", "listing", "negotiation", "deal");
        assertThat(dossier.toString()).contains("30000", "20000", "below_floor", "authenticatorData");
        for (Path written : List.of(file, page)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
                    .isEqualTo("rw-------");
        }
        Typed checked = verify(file, logged);
        assertThat(checked.exit()).as(checked.all()).isZero();
        assertThat(checked.out())
                .contains("all 4 chains verified", "complete against 1 signed head", "log key:      " + logged.logKey())
                .doesNotContain("file's own");
        assertThat(rctp("record", "verify", file.toString()).out()).isEqualTo(typed.out());
    }

    private static String subject(JsonNode chain) {
        return chain.at("/entries/0/subject/type").asString();
    }

    @Test
    @DisplayName("REC-6: the page tells who said what, each line with its mark, and neither runs nor loads anything")
    void page(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path page = folder.resolve("deal.html");
        export(world, state, logged.deal(), "--out", folder.resolve("deal.json").toString(), "--page", page.toString());
        String html = Files.readString(page);

        assertThat(html)
                .contains(
                        "Wants to put the item up for sale",
                        "Says yes, signed with the passkey",
                        "Wants to make an offer",
                        "Refused: below floor",
                        "The checkpoint below names the end of each chain",
                        "Wants to accept the offer",
                        "Wants to check out and make the deal",
                        "\u20ac450.00\u00a0EUR",
                        logged.deal())
                .doesNotContain("<script", "<link", "<img", " src=", " href=", "http-equiv=\"refresh", "Not checked</");
        assertThat(html.split("</span> Verified</span>", -1)).hasSize(21);
        assertThat(html).contains("style-src &#39;sha256-");
    }

    @Test
    @DisplayName(
            "REC-6, EVT-5: the page says who was refused an event, and that an event stands which the marketplace refuses")
    void events(World world, Path state) throws Exception {
        List<String> lines = lines(LoggedRecord.of(world, state).dossier(world, state));

        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "The holder of funds: Wants to report what happened",
                                "Event released",
                                "It lacked ",
                                "Refused: release condition unmet"))
                .anySatisfy(line -> assertThat(line).contains("The holder of funds: Reports: funds held"))
                .anySatisfy(line -> assertThat(line)
                        .contains("The marketplace: Answers with status 422 when told; the event stands"))
                .anySatisfy(line -> assertThat(line).contains("The buyer's agent: Reports: accepted"))
                .noneSatisfy(line -> assertThat(line).contains("taken back"))
                .noneSatisfy(line -> assertThat(line).contains("The buyer's agent: Wants to report"))
                .allSatisfy(line -> assertThat(line).contains("Verified"));
    }

    @Test
    @DisplayName("REC-6: where a seller was erased, no answer of theirs is marked as verified, or said to be signed")
    void erased(World world, Path state) throws Exception {
        ObjectNode dossier =
                StrictJson.parseObject(LoggedRecord.of(world, state).dossier(world, state));
        for (JsonNode chain : dossier.path("chains")) {
            ((ObjectNode) chain).putArray("openings");
        }
        List<String> lines = lines(dossier.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(lines)
                .filteredOn(line -> line.contains("Says yes"))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("Not checked").doesNotContain("Verified", "signed"));
        assertThat(lines).filteredOn(line -> line.contains("Not checked")).hasSize(2);
        assertThat(page(dossier.toString().getBytes(StandardCharsets.UTF_8)))
                .contains("2 answers of sellers or events, marked");
    }

    /** The lines of a file's page, without markup. */
    private static List<String> lines(byte[] dossier) throws Exception {
        String page = page(dossier);
        String[] items = page.substring(page.indexOf("<ol")).split("<li>", -1);
        return List.of(items).subList(1, items.length).stream()
                .map(item -> item.substring(0, item.indexOf("</li>"))
                        .replaceAll("<[^>]*>", " ")
                        .replaceAll(" +", " "))
                .toList();
    }

    private static String page(byte[] dossier) throws Exception {
        DossierReport report = new DossierVerifier(Registries.load()).verify(dossier);
        assertThat(report.passed()).isTrue();
        byte[] page = new DossierPage().html(StrictJson.parse(dossier), report, ReportText::lines, "deal.json");
        return new String(page, StandardCharsets.UTF_8).replace("&#39;", "'");
    }

    @Test
    @DisplayName("REC-6, REC-7: an export from which anything was cut or changed does not verify")
    void tampered(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        export(world, state, logged.deal(), "--out", file.toString());
        byte[] good = Files.readAllBytes(file);
        for (int chain = 0; chain < 4; chain++) {
            ObjectNode cut = StrictJson.parseObject(good);
            ArrayNode entries = (ArrayNode) cut.path("chains").path(chain).path("entries");
            entries.remove(entries.size() - 1);
            Files.write(file, cut.toString().getBytes(StandardCharsets.UTF_8));
            Typed typed = verify(file, logged);
            assertThat(typed.exit()).as("chain %d: %s", chain, typed.all()).isEqualTo(1);
        }
        ObjectNode without = StrictJson.parseObject(good);
        ((ArrayNode) without.path("chains")).remove(2);
        Files.write(file, without.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(verify(file, logged).out()).contains("the file is BROKEN: a deal whose negotiation is not here");
        Files.writeString(
                file, new String(good, StandardCharsets.UTF_8).replace("\"amount\":45000", "\"amount\":46000"));
        assertThat(verify(file, logged).exit()).isEqualTo(1);
    }

    @Test
    @DisplayName("B88, REC-7: a cut export never passes as complete by receipts of its own, nor by a log of its own")
    void forged(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        export(world, state, logged.deal(), "--out", file.toString());
        ObjectNode cut = StrictJson.parseObject(Files.readAllBytes(file));
        ObjectNode deal = (ObjectNode) cut.path("chains").path(3);
        JsonNode head = deal.path("proofs").path(0).path("head");
        deal.remove("proofs");
        deal.putArray("receipts").add(head);
        Files.write(file, cut.toString().getBytes(StandardCharsets.UTF_8));

        Typed typed = verify(file, logged);
        assertThat(typed.exit()).as(typed.all()).isEqualTo(2);
        assertThat(typed.out())
                .contains("completeness: NOT SHOWN", "NOT ALL CHAINS CAN BE CHECKED")
                .doesNotContain("complete against 1 receipt", "chains verified");
        assertThat(rctp("record", "verify", file.toString()).out())
                .contains("not judged: 1 receipt in the file, its own word")
                .doesNotContain("complete against 1 receipt");
    }

    @Test
    @DisplayName(
            "REC-7: with the log's key no export passes from which the end of a chain was cut and its head taken out")
    void withoutHead(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        export(world, state, logged.deal(), "--out", file.toString());
        byte[] good = Files.readAllBytes(file);
        for (int chain = 0; chain < 4; chain++) {
            for (boolean empty : List.of(true, false)) {
                ObjectNode without = StrictJson.parseObject(good);
                ObjectNode one = (ObjectNode) without.path("chains").path(chain);
                one.remove("proofs");
                if (empty) {
                    one.putArray("proofs");
                }
                Files.write(file, without.toString().getBytes(StandardCharsets.UTF_8));
                Typed typed = verify(file, logged);
                assertThat(typed.exit()).as("chain %d: %s", chain, typed.all()).isEqualTo(2);
                assertThat(typed.out()).contains("NOT SHOWN").endsWith("NOT ALL CHAINS CAN BE CHECKED\n");
            }
        }
    }

    @Test
    @DisplayName(
            "REC-4: receipts of other chains are passed over and counted; where there are no others, nothing was judged")
    void receiptsOfOthers(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        export(world, state, logged.deal(), "--out", file.toString());
        String others = "\"deal/dea_" + "b".repeat(26) + "\";seq=3;hash=:" + "A".repeat(43) + "=:";
        Path receipts = Files.writeString(folder.resolve("receipts.txt"), others + "\n" + own(file) + "\n");

        Typed typed = verify(file, logged, "--receipts", receipts.toString());
        assertThat(typed.exit()).as(typed.all()).isZero();
        assertThat(typed.out())
                .contains(
                        "passed over:  1 receipts or signed heads of other chains", "complete against 1 receipt and 1");
        Typed none = verify(file, logged, "--receipt", others);
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("none of the receipts and signed heads given is of this file");
        Path record = folder.resolve("deal-record.json");
        Files.writeString(record, logged.record().toString());
        assertThat(verify(record, logged, "--receipts", receipts.toString()).out())
                .contains("passed over:  2");
        Files.write(receipts, "x".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        assertThat(verify(file, logged, "--receipts", receipts.toString()).err())
                .contains("not the value of an RCTP-Record field: xxx")
                .hasSizeLessThan(300);
        Typed noKey = rctp("record", "verify", file.toString(), "--log-key", file.toString());
        assertThat(noKey.exit()).isEqualTo(2);
        assertThat(noKey.err()).contains("deal.json is no key of a log").doesNotContain("KiB");
    }

    /** The receipt of an entry of the file's deal, as an answer has it. */
    private static String own(Path file) throws Exception {
        JsonNode head = StrictJson.parse(Files.readAllBytes(file)).at("/chains/3/proofs/0/head");
        byte[] hash = HexFormat.of().parseHex(head.path("hash").stringValue().substring("sha-256:".length()));
        return "\"deal/" + head.at("/subject/id").stringValue() + "\";seq=" + head.path("seq") + ";hash=:"
                + Base64.getEncoder().encodeToString(hash) + ":";
    }

    @Test
    @DisplayName("rctp record export: what can't be exported is exit 2, said in one sentence, and overwrites nothing")
    void refused(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Path file = folder.resolve("deal.json");
        Typed unknown = export(world, state, "dea_" + "a".repeat(26), "--out", file.toString());
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("the gateway has no record of dea_").hasLineCount(1);
        assertThat(export(world, state, "neg_1").err()).contains("is no id of a deal");
        assertThat(file).doesNotExist();

        Files.writeString(file, "mine");
        Typed twice = export(world, state, logged.deal(), "--out", file.toString());
        assertThat(twice.exit()).isEqualTo(2);
        assertThat(twice.err()).contains("exists; nothing is overwritten");
        assertThat(file).hasContent("mine");

        Files.writeString(folder.resolve("wrong"), "not-the-secret");
        Typed stranger = rctp(
                "record",
                "export",
                "--deal",
                logged.deal(),
                "--management",
                world.address("management").toString(),
                "--bearer-file",
                folder.resolve("wrong").toString());
        assertThat(stranger.exit()).isEqualTo(2);
        assertThat(stranger.err()).contains("has another bearer secret").doesNotContain("not-the-secret");
    }

    @Test
    @DisplayName("rctp record export: the bearer secret goes to a management port alone; what is another is told so")
    void otherPort(World world, Path state) throws Exception {
        LoggedRecord logged = LoggedRecord.of(world, state);
        Files.writeString(folder.resolve("bearer"), "the-secret");
        for (String port : List.of("gateway", "marketplace", "authorization_server")) {
            URI address = port.equals("gateway") ? world.gateway() : world.address(port);
            Typed typed = rctp(
                    "record",
                    "export",
                    "--deal",
                    logged.deal(),
                    "--management",
                    address.toString(),
                    "--bearer-file",
                    folder.resolve("bearer").toString());
            assertThat(typed.exit()).isEqualTo(2);
            assertThat(typed.err())
                    .isEqualTo("rctp: not exported: " + address + " is no management port of a gateway"
                            + System.lineSeparator());
        }
        assertThat(world.forwarded().toString()).doesNotContain("the-secret");
    }
}
