package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the exchanges of a page with real ids for those of the page. {@code UCP-Agent} names the agent that calls; without it the seller's
 * own screen does, whose credential is signed here.
 */
final class ExchangePlayer {

    private static final Pattern NAMED = Pattern.compile("(?:l|off|neg|dea|apr)_\\d+");
    private static final String DECISION = "RCTP-Decision: ";

    private final URI gateway;
    private final Map<String, Agent> agents;
    private String token;
    private final @Nullable SellersPhone phone;
    private final Map<String, String> real;

    /**
     * Plays against this gateway.
     *
     * @param agents by their names on the page
     * @param token what {@code Authorization} stands for
     * @param phone the seller's; null where the page has no screen of theirs
     * @param known real ids by those of the page
     */
    ExchangePlayer(
            URI gateway,
            Map<String, Agent> agents,
            String token,
            @Nullable SellersPhone phone,
            Map<String, String> known) {
        this.gateway = gateway;
        this.agents = agents;
        this.token = token;
        this.phone = phone;
        this.real = new HashMap<>(known);
    }

    /** What an id of the page, or its text in angle brackets, is really. */
    String real(String named) {
        return Objects.requireNonNull(real.get(named), named);
    }

    /** From now on that text of the page stands for this. */
    void know(String named, String reality) {
        real.put(named, reality);
    }

    /** What {@code Authorization} stands for now. */
    String token() {
        return token;
    }

    /** Another token from now on, since the former lapsed. */
    void token(String fresh) {
        token = fresh;
    }

    /** Sends the request, and holds the answer against the page's. */
    void play(HttpExample request, String expected) throws Exception {
        String[] parts = expected.split("\n\n", 2);
        List<String> head = parts[0].lines().toList();
        JsonNode told = StrictJson.parse(parts[1].getBytes(StandardCharsets.UTF_8));
        JsonNode got = request.fields().contains("ucp-agent")
                ? called(request, head)
                : said(request, Integer.parseInt(head.getFirst().replaceFirst("^HTTP/1\\.1 (\\d{3}) .*$", "$1")));
        same(told, got);
    }

    private JsonNode called(HttpExample request, List<String> head) throws Exception {
        Agent agent = Objects.requireNonNull(
                agents.get(request.fields().combined("ucp-agent").orElse("")));
        String with = request.fields().contains("authorization") ? token : null;
        String target = translated(request.target());
        Answer answer = request.method().equals("GET")
                ? agent.read(target, with)
                : agent.call(request.method(), target, with, translated(request.body()));
        assertThat("HTTP/1.1 " + answer.status() + " ")
                .as(answer.json().toString())
                .isSubstringOf(head.getFirst());
        String decision = head.size() > 1 ? head.get(1).replace(DECISION, "") : "";
        if (decision.startsWith("ask")) {
            assertThat(answer.decision())
                    .matches("ask;approval_id=\"apr_[a-z2-7]{26}\";expires_in=\\d+;on_timeout=deny");
        } else {
            assertThat(answer.decision()).isEqualTo(decision);
        }
        return answer.json();
    }

    private JsonNode said(HttpExample request, int status) throws Exception {
        SellersPhone screen = Objects.requireNonNull(phone, "the page has a screen of the seller's");
        String place = gateway.resolve(translated(request.target())).toString();
        SellersPhone.Said said;
        if (request.method().equals("GET")) {
            said = screen.open(place);
        } else if (place.endsWith("/response")) {
            String decision = body(request).path("decision").stringValue();
            said = screen.answer(
                    place.replaceFirst("/response$", ""), decision, real("<challenge to " + decision + ">"));
        } else {
            said = screen.post(place, body(request));
        }
        assertThat(said.status()).as(said.json().toString()).isEqualTo(status);
        return said.json();
    }

    private ObjectNode body(HttpExample request) throws InvalidJsonException {
        return StrictJson.parseObject(translated(request.body()).getBytes(StandardCharsets.UTF_8));
    }

    /** A text of the page with what its ids really are. */
    String translated(String text) {
        String translated = text;
        for (Map.Entry<String, String> known : real.entrySet()) {
            translated = translated.replaceAll(
                    "(?<![A-Za-z_])" + Pattern.quote(known.getKey()) + "(?![0-9a-z])",
                    java.util.regex.Matcher.quoteReplacement(known.getValue()));
        }
        return translated;
    }

    /** What the page writes in angle brackets is anything; an id of the page is the one that came first for it. */
    void same(JsonNode told, JsonNode got) {
        String text = told.asString("");
        if (text.startsWith("<")) {
            assertThat(got.isMissingNode()).as(text).isFalse();
            if (got.isString()) {
                real.put(text, got.stringValue());
            }
        } else if (NAMED.matcher(text).matches()) {
            assertThat(got.asString()).isEqualTo(real.computeIfAbsent(text, _ -> got.asString()));
        } else if (told.isObject()) {
            assertThat(got.propertyNames())
                    .as(got.toString())
                    .containsExactlyInAnyOrderElementsOf(told.propertyNames());
            told.properties().forEach(member -> same(member.getValue(), got.path(member.getKey())));
        } else if (told.isArray()) {
            assertThat(got.size()).as(got.toString()).isEqualTo(told.size());
            for (int i = 0; i < told.size(); i++) {
                same(told.path(i), got.path(i));
            }
        } else {
            assertThat(got).isEqualTo(told);
        }
    }
}
