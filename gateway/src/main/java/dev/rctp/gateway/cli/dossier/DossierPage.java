package dev.rctp.gateway.cli.dossier;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.approval.page.Html;
import dev.rctp.approval.page.PartyText;
import dev.rctp.approval.page.Tongue;
import dev.rctp.approval.page.Tongues;
import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Whose;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The page that is made of an exported record: one file that loads nothing and runs nothing, for screens in light and dark and for paper. */
public final class DossierPage {

    private static final String FAILED =
            "Not everything could be verified. Lines without \u201cVerified\u201d prove nothing.";

    private final Tongue tongue = new Tongues().of("en");
    private final String style = style();

    /**
     * The page's bytes, UTF-8.
     *
     * @param dossier the file as it was parsed
     * @param report what its verification found
     * @param lines the same for a person
     * @param name the file's name, which the page tells how to verify
     */
    public byte[] html(
            JsonNode dossier, DossierReport report, Function<DossierReport, List<String>> lines, String name) {
        Html main = tag("main")
                .of(
                        tag("h1").of(title(report)),
                        verdict(report),
                        tag("h2").of("Who said what, when"),
                        new Timeline(tongue).html(dossier, report),
                        tag("h2").of("What was checked"),
                        tag("div")
                                .styled("card")
                                .of(
                                        tag("pre").with("tabindex", "0").of(String.join("\n", lines.apply(report))),
                                        proofs(dossier),
                                        how(name)));
        Html page = Html.all(
                tag("header").styled("site").of(tag("p").of("A record as the gateway wrote it, verified without it")),
                main);
        return frame(title(report), page).getBytes(StandardCharsets.UTF_8);
    }

    private static String title(DossierReport report) {
        return report.chains().stream()
                .map(DossierReport.Chain::subject)
                .filter(subject -> subject.startsWith("deal/"))
                .findFirst()
                .map(subject -> "Deal " + subject.substring("deal/".length()))
                .orElse("Records");
    }

    private static Html verdict(DossierReport report) {
        Html fault = report.fault() == null
                ? Html.all()
                : tag("p").of(Html.text("The file: "), PartyText.inline(report.fault()));
        return tag("div")
                .styled(report.passed() ? "card verdict good" : "card verdict bad")
                .with("role", "note")
                .of(
                        tag("p").of(tag("strong").of(report.passed() ? passed(report) : FAILED)),
                        fault,
                        Html.all(report.chains().stream()
                                .map(DossierPage::broken)
                                .toList()),
                        report.passed() ? open(report) : Html.all());
    }

    private static String passed(DossierReport report) {
        long entries = report.chains().stream()
                .mapToLong(chain -> chain.report().entries())
                .sum();
        return "All " + entries + " entries are as the gateway signed them, each in its place.";
    }

    /** What nobody must take for shown. */
    private static Html open(DossierReport report) {
        List<Html> open = new ArrayList<>();
        int unjudged = report.chains().stream()
                .mapToInt(chain -> unjudged(chain.report()))
                .sum();
        if (unjudged > 0) {
            open.add(tag("li")
                    .of(unjudged
                            + (unjudged == 1 ? " answer of a seller or event" : " answers of sellers or events")
                            + ", marked \u201cNot checked\u201d."));
        }
        open.add(tag("li").of(missing(report)));
        if (report.chains().stream()
                .flatMap(chain -> chain.report().signers().stream())
                .anyMatch(signer -> signer.whose() == Whose.NOT_JUDGED)) {
            open.add(tag("li")
                    .of(
                            "That the keys under the events are the parties\u2019 own. The gateway says so; compare them with"
                                    + " the profiles that the parties publish."));
        }
        return Html.all(tag("p").of("Not shown by that:"), tag("ul").of(Html.all(open)));
    }

    private static int unjudged(RecordReport report) {
        return report.answers().unjudged().size() + report.unjudgedEvents().size();
    }

    private static String missing(DossierReport report) {
        return report.chains().stream()
                        .allMatch(chain ->
                                chain.report().completeness() instanceof Completeness.FilesOwn(int _, int heads)
                                        && heads > 0)
                ? "That no entry is missing. The checkpoint below names the end of each chain; the log\u2019s key, if you kept it, shows"
                        + " whether that is true. Later entries can\u2019t be ruled out."
                : "That no entry is missing.";
    }

    private static Html broken(DossierReport.Chain chain) {
        return chain.report().integrity() instanceof Integrity.Broken broken
                ? tag("p").of(PartyText.inline(chain.subject() + ", entry " + broken.seq() + ": " + broken.fault()))
                : Html.all();
    }

    private static Html proofs(JsonNode dossier) {
        for (JsonNode chain : dossier.path("chains")) {
            JsonNode checkpoint = chain.path("proofs").path(0).path("checkpoint");
            if (checkpoint.isString()) {
                return Html.all(
                        tag("p").of("The log of all chains had come to this when the file was made:"),
                        tag("pre")
                                .with("tabindex", "0")
                                .of(checkpoint.stringValue().strip()));
            }
        }
        return Html.all();
    }

    private static Html how(String name) {
        return Html.all(
                tag("p").of(
                                "The marks are those of a program that checked the file beside this page. To check it yourself, take the"
                                        + " gateway\u2019s profile and checkpoint key, as it publishes them or as you kept them; for each party"
                                        + " whose profile you have, add --profile URL=FILE:"),
                tag("pre")
                        .with("tabindex", "0")
                        .of(Html.text("rctp record verify " + name + " --keys profile.json --log-key checkpoint-key")));
    }

    private String frame(String title, Html content) {
        String policy = "default-src 'none'; style-src 'sha256-"
                + Base64.getEncoder().encodeToString(Sha256.bytes(style.getBytes(StandardCharsets.UTF_8)))
                + "'; base-uri 'none'; form-action 'none'";
        return "<!doctype html>\n<html lang=\"en\"><head>"
                + meta("http-equiv", "Content-Security-Policy", policy).markup()
                + tag("meta").with("charset", "utf-8").of().markup()
                + meta("name", "viewport", "width=device-width, initial-scale=1")
                        .markup()
                + meta("name", "color-scheme", "light dark").markup()
                + tag("title").of(title).markup()
                + "<style>" + style + "</style></head>"
                + "<body>" + content.markup() + "</body></html>\n";
    }

    private static Html meta(String kind, String name, String content) {
        return tag("meta").with(kind, name).with("content", content).of();
    }

    private static String style() {
        try (InputStream file = DossierPage.class.getResourceAsStream("dossier.css")) {
            if (file == null) {
                throw new IllegalStateException("dossier.css is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
