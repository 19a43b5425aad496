package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.enforce.Bodies;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** APR-5: a seller is shown all of what an agent asks, so that nothing is signed unseen. */
@ExtendWith(Sandboxed.class)
class ShownWholeTest {

    /** Of these the seller sees the form, which they fill in, with what was proposed (LST-3). */
    private static final Set<String> IN_THE_FORM = Set.of("proposed_terms");

    @Test
    @DisplayName(
            "APR-5, APR-1: every member that a verb's body may have is in the display, or in the form; texts stand on the page")
    void everyMember(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        ObjectNode create = asking.listing().put("category", "Lamps & lights").put("description", "It burns.");
        create.set("proposed_terms", proposed());
        shown(asking, "listing.create", create, asked(asking.call("/listings", create)));

        ObjectNode terms = JsonNodeFactory.instance.objectNode().put("term_set", "goods.small/1");
        terms.set("proposed_terms", proposed());
        shown(asking, "listing.set_terms", terms, asked(asking.setTerms(listing, terms)));

        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("text", "Yes, in blue.")
                .put("in_reply_to", "Is there one in blue?");
        shown(asking, "listing.answer_buyer", answer, asked(asking.call("/listings/" + listing + "/answers", answer)));

        ObjectNode price = Haggle.price(Asking.PRICE - 700);
        shown(asking, "listing.reprice", price, asked(asking.call("/listings/" + listing + "/reprice", price)));

        String offer = asking.offered(asking.buyer, listing, 41_000);
        ObjectNode counter = Haggle.proposal(41_500)
                .put(
                        "expires_at",
                        world.clock()
                                .instant()
                                .plus(Duration.ofHours(3))
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        Answer countered = asked(asking.call("/offers/" + offer + "/counter", counter));
        shown(asking, "offer.counter", counter, countered);
        assertThat(page(countered)).contains(counter.path("expires_at").stringValue());

        String other = asking.offered(asking.rival, listing, 42_000);
        shown(asking, "offer.accept", JsonNodeFactory.instance.objectNode(), asked(asking.accept(other)));
    }

    private static ObjectNode proposed() {
        return JsonNodeFactory.instance.objectNode().put("deliver_within_days", 4);
    }

    private static void shown(Asking asking, String verb, ObjectNode body, Answer asked) throws Exception {
        JsonNode schema =
                Registries.load().schemas().document(Bodies.schemaOf(verb).orElseThrow());
        assertThat(new TreeSet<>(body.propertyNames()))
                .as("this test sends every member that the schema of " + verb + " has")
                .isEqualTo(new TreeSet<>(schema.path("properties").propertyNames()));
        JsonNode display = asking.phone.open(url(asked)).json().at("/approval/display");
        String page = page(asked);
        for (var member : JsonMapper.shared().readTree(body.toString()).properties()) {
            if (IN_THE_FORM.contains(member.getKey())) {
                continue;
            }
            assertThat(display.values())
                    .as(verb + ": " + member.getKey() + " is in the display")
                    .contains(member.getValue());
            if (member.getValue().isString()
                    && !List.of("term_set", "expires_at").contains(member.getKey())) {
                assertThat(page).contains(member.getValue().stringValue().replace("&", "&amp;"));
            }
        }
    }

    private static String page(Answer asked) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url(asked)))
                    .header("accept", "text/html")
                    .header("accept-language", "en")
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
