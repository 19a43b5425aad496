package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Action;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Side;
import dev.rctp.registries.Tier;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The page of each verb that can ask, as the gateway makes it of a real call (APR-5). */
@ExtendWith(Sandboxed.class)
class AskedPagesTest {

    /** Deal actions that no call of this version can ask about. */
    private static final List<String> LATER =
            List.of("deal.accept_deposit", "deal.commit_to_ship", "deal.disclose_passport");

    private static String page(Answer asked, String language) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url(asked)))
                    .header("accept", "text/html")
                    .header("accept-language", language)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    /** A question of each verb, with every member that its body may have. */
    private static Map<String, Answer> questions(Asking asking) throws Exception {
        ObjectNode listing = asking.listing().put("description", "Of glass.").put("category", "lighting");
        listing.set("proposed_terms", asking.terms());
        ObjectNode terms = JsonNodeFactory.instance.objectNode().put("term_set", "goods.small/1");
        terms.set("proposed_terms", asking.terms());
        ObjectNode words =
                JsonNodeFactory.instance.objectNode().put("text", "It works.").put("in_reply_to", "q-1");
        String priced = asking.listed();
        String sold = asking.listed();
        ObjectNode counter = Haggle.proposal(41_500)
                .put(
                        "expires_at",
                        asking.world.clock().instant().plusSeconds(3600).toString());
        Map<String, Answer> questions = new TreeMap<>();
        questions.put("listing.create", asking.call("/listings", listing));
        questions.put("listing.set_terms", asking.setTerms(asking.listed(), terms));
        questions.put("listing.reprice", asking.call("/listings/" + priced + "/reprice", Haggle.price(45_000)));
        questions.put("listing.answer_buyer", asking.call("/listings/" + priced + "/answers", words));
        questions.put(
                "offer.counter",
                asking.call("/offers/" + asking.offered(asking.buyer, sold, 41_000) + "/counter", counter));
        questions.put("offer.accept", asking.accept(asking.offered(asking.rival, sold, 42_000)));
        return questions;
    }

    @Test
    @DisplayName("APR-5: no page of any verb shows a member under its bare name or as JSON, in either language")
    void words(World world, Path state) throws Exception {
        Map<String, Answer> questions = questions(Asking.of(world, state));
        List<String> askable = Registries.load().actions().all().stream()
                .filter(action -> action.side() == Side.SELLER && !action.fixed())
                .filter(action -> action.allowedTiers().contains(Tier.ASK))
                .map(Action::name)
                .filter(name -> !LATER.contains(name))
                .toList();
        assertThat(questions.keySet()).containsExactlyInAnyOrderElementsOf(askable);
        for (Map.Entry<String, Answer> question : questions.entrySet()) {
            for (String language : List.of("en", "de")) {
                assertThat(page(asked(question.getValue()), language))
                        .as(question.getKey())
                        .contains("data-state=\"pending\"")
                        .doesNotContain("<dt><code>", "{&quot;", "minor units", "kleinste Einheiten");
            }
        }
        assertThat(page(Objects.requireNonNull(questions.get("offer.counter")), "en")
                        .replace('\u00a0', ' '))
                .contains("<dt>The buyer offers</dt>", "€410.00 EUR", "€415.00");
    }

    @Test
    @DisplayName("LST-3: terms whose end is over are not taken from the form, and the field is named")
    void overAlready(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        SellersPhone.Said filled =
                asking.phone.fill(url(asked), asking.terms().put("available_until", "2020-01-01T00:00:00Z"));
        assertThat(filled.status()).isEqualTo(422);
        assertThat(filled.json().path("code").stringValue()).isEqualTo("terms_invalid");
        assertThat(filled.json().path("detail").path("fields").toString())
                .isEqualTo("[{\"field\":\"available_until\",\"message\":\"must be in the future\"}]");
    }

    @Test
    @DisplayName("LST-1: a term set that the marketplace does not use is named as what is wrong")
    void unknownTermSet(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer refused = asking.call("/listings", asking.listing().put("term_set", "boats/1"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().toString())
                .contains("\"terms_invalid\"", "The term set is not one that this marketplace uses.");
    }
}
