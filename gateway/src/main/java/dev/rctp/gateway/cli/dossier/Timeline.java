package dev.rctp.gateway.cli.dossier;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.approval.page.Html;
import dev.rctp.approval.page.PartyText;
import dev.rctp.approval.page.Tongue;
import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.attest.verify.DossierReport;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The entries of all chains of a file in the order of their times, each with its mark. */
final class Timeline {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final JsonNode NOTHING = JsonMapper.shared().missingNode();

    private record Line(Instant at, Html html) {}

    private final Facts facts;

    Timeline(Tongue tongue) {
        this.facts = new Facts(tongue);
    }

    /** The list; only chains that have a report are in it. */
    Html html(JsonNode dossier, DossierReport report) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < report.chains().size(); i++) {
            chain(dossier.path("chains").path(i), report.chains().get(i), lines);
        }
        lines.sort(Comparator.comparing(Line::at));
        return tag("ol")
                .styled("timeline")
                .of(Html.all(lines.stream().map(Line::html).toList()));
    }

    private void chain(JsonNode chain, DossierReport.Chain known, List<Line> lines) {
        JsonNode entries = chain.path("entries");
        Map<JsonNode, JsonNode> opened = opened(chain.path("openings"));
        for (int place = 0; place < entries.size(); place++) {
            JsonNode entry = entries.path(place);
            JsonNode body = told(entry, opened.getOrDefault(entry.path("seq"), NOTHING));
            Mark mark = Mark.of(known.report(), place, entry.path("seq").asLong(0));
            lines.add(new Line(at(entry), item(entry, body, mark)));
        }
    }

    private Html item(JsonNode entry, JsonNode body, Mark mark) {
        Said said = new Said(entry.path("kind").asString(""), body, mark == Mark.VERIFIED);
        Instant at = at(entry);
        JsonNode subject = entry.path("subject");
        Html source = Html.all(
                PartyText.inline(subject.path("type").asString("") + " "),
                Html.text("entry " + entry.path("seq").asLong(0)));
        return tag("li")
                .of(
                        tag("p").styled("when")
                                .of(tag("time").with("datetime", at.toString()).of(TIME.format(at)), mark.html()),
                        tag("h3").of(Html.text(said.who() + ": "), PartyText.inline(said.what())),
                        by(said),
                        outcome(said),
                        facts.of(body),
                        tag("p").styled("source").of(source));
    }

    private static Html by(Said said) {
        if (said.operator().isEmpty()) {
            return Html.all();
        }
        Html agent = said.agent().isEmpty() ? Html.all() : Html.all(PartyText.inline(said.agent()), Html.text(", "));
        return tag("p").styled("by").of(agent, Html.text("run by "), PartyText.code(said.operator()));
    }

    private static Html outcome(Said said) {
        return said.outcome().isEmpty()
                ? Html.all()
                : tag("p").styled(said.isRefused() ? "outcome bad" : "outcome").of(PartyText.inline(said.outcome()));
    }

    /** What entries confide, where that is open, by their numbers. */
    private static Map<JsonNode, JsonNode> opened(JsonNode openings) {
        return openings.valueStream()
                .filter(opening -> opening.path("path").asString("").equals("/body/confided"))
                .collect(Collectors.toMap(
                        opening -> opening.path("seq"), opening -> opening.path("value"), (first, _) -> first));
    }

    /** The body to tell of: with what is confided where that is a decision, what was signed where it is an answer or an event. */
    private static JsonNode told(JsonNode entry, JsonNode opened) {
        if (!(entry.path("body") instanceof ObjectNode body)) {
            return NOTHING; // no entry: the mark says so
        }
        return switch (entry.path("kind").asString("")) {
            case "decided" -> opened instanceof ObjectNode confided ? together(body, confided) : body;
            case "approved", "declined" ->
                opened.path("details") instanceof ObjectNode details ? signed(details) : body;
            case "event" -> claims(body);
            default -> body;
        };
    }

    /** What a decision shows and what it confides; what is shown can't be told otherwise. */
    private static JsonNode together(ObjectNode body, ObjectNode opened) {
        ObjectNode told = opened.deepCopy().setAll(body);
        if (told.path("action").asString("").equals("deal.event") && told.has("type")) {
            told.set("refused_event", told.path("type"));
        }
        return told;
    }

    /** What the passkey signed, without what a decision would be told by. */
    private static JsonNode signed(ObjectNode details) {
        ObjectNode told = details.deepCopy();
        told.remove(List.of("decision", "operator", "agent_id"));
        return told;
    }

    /** What an event's writer signed, and by which key. */
    private static JsonNode claims(ObjectNode body) {
        ObjectNode told = body.deepCopy();
        told.set("key", body.path("jwk").path("kid"));
        EventVerifier.claimed(body.path("event").asString("")).ifPresent(claims -> {
            for (String name : List.of("amount", "type", "relation", "reported_by", "source_event_id", "next_jkt")) {
                told.set(name, claims.path(name));
            }
            told.put("occurred_at", time(claims.path("occurred_at").asString("")));
            told.set("event_reason", claims.path("reason"));
            told.set("operator", claims.path("iss"));
        });
        return told;
    }

    private static String time(String text) {
        try {
            return TIME.format(OffsetDateTime.parse(text));
        } catch (DateTimeException e) {
            return text;
        }
    }

    private static Instant at(JsonNode entry) {
        try {
            return Instant.parse(entry.path("at").asString(""));
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }
}
