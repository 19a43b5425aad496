package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Calls that wait for their seller (protocol section 7), from the agent's and the seller's side. */
@ExtendWith(Sandboxed.class)
class ApprovalsTest {

    private static void invalid(SellersPhone.Said said, String cause) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(422);
        assertThat(said.json().path("code").stringValue()).isEqualTo("approval_invalid");
        assertThat(said.json().path("detail").path("cause").stringValue()).isEqualTo(cause);
    }

    @Test
    @DisplayName(
            "LST-3, APR-1: a listing is made once its seller has set its terms; what the agent proposed stays here")
    void listed(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        ObjectNode listing = asking.listing();
        listing.putObject("proposed_terms").put("deliver_within_days", 9).set("floor", Haggle.money(31_415, "EUR"));
        Answer asked = asked(asking.call("/listings", listing));
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("pending");

        JsonNode form = asking.phone.open(url(asked)).json().path("form");
        assertThat(form.path("term_set").path("id").stringValue()).isEqualTo("goods.small/1");
        assertThat(form.path("proposed").path("deliver_within_days").intValue()).isEqualTo(9);

        SellersPhone.Said faulty = asking.phone.fill(url(asked), asking.terms(Asking.PRICE + 1));
        assertThat(faulty.status()).isEqualTo(422);
        assertThat(faulty.json()
                        .path("detail")
                        .path("fields")
                        .path(0)
                        .path("field")
                        .stringValue())
                .isEqualTo("floor");

        SellersPhone.Said approved = asking.approve(asked, asking.terms());
        assertThat(approved.json().path("status").stringValue()).isEqualTo("approved");
        JsonNode result = approved.json().path("result");
        assertThat(result.path("status").intValue())
                .as(approved.json().toString())
                .isEqualTo(201);
        assertThat(result.path("decision").stringValue()).isEqualTo("auto");
        String id = result.path("body").path("listing_id").stringValue();
        assertThat(asking.status(asked)).isEqualTo(approved.json());

        JsonNode sent = asking.forwarded("/listings").stream()
                .filter(request ->
                        request.path("headers").path("rctp-seller").asString("").equals(asking.sub))
                .findFirst()
                .orElseThrow();
        assertThat(sent.toString())
                .doesNotContain("proposed_terms")
                .doesNotContain("31415")
                .doesNotContain("40000");
        assertThat(Haggle.ok(200, asking.buyer.read("/listings/" + id + "/terms", null))
                        .json()
                        .path("terms_commitment")
                        .stringValue())
                .startsWith("sha-256:");
        String offer = asking.offered(asking.buyer, id, Asking.FLOOR);
        assertThat(asking.state(asking.buyer, offer)).isEqualTo("open");
        Haggle.refused(
                asking.buyer.call(
                        "POST",
                        "/listings/" + id + "/offers",
                        null,
                        Haggle.proposal(Asking.FLOOR - 1).toString()),
                403,
                "offer.create",
                "below_floor");
    }

    @Test
    @DisplayName("OFF-7: an accept that is asked waits; declined it ends the offer, approved it is carried out")
    void accept(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String first = asking.offered(asking.buyer, listing, 41_000);
        Answer asked = asked(asking.accept(first));
        assertThat(asking.state(asking.buyer, first)).isEqualTo("awaiting_approval");
        Haggle.refused(asking.accept(first), 409, Asking.ACCEPT, "offer_not_open");
        SellersPhone.Said declined = asking.phone.answer(url(asked), "decline", null);
        assertThat(declined.json().path("status").stringValue()).isEqualTo("declined");
        assertThat(declined.json().path("result").path("status").intValue()).isEqualTo(403);
        assertThat(declined.json().path("result").path("body").path("code").stringValue())
                .isEqualTo("approval_declined");
        assertThat(asking.state(asking.buyer, first)).isEqualTo("declined");
        assertThat(asking.forwarded("/offers/" + first)).isEmpty();

        String second = asking.offered(asking.buyer, listing, 42_000);
        Answer again = asked(asking.accept(second));
        SellersPhone.Said approved = asking.phone.answer(url(again), "approve", null);
        assertThat(approved.json().path("result").path("status").intValue())
                .as(approved.json().toString())
                .isEqualTo(200);
        assertThat(asking.state(asking.buyer, second)).isEqualTo("accepted");
        assertThat(asking.forwarded("/offers/" + second + "/accept")).hasSize(1);
        String checkout = asking.buyer
                .read("/offers/" + second, null)
                .json()
                .path("checkout")
                .asString("");
        assertThat(checkout).isNotEmpty();
    }

    @Test
    @DisplayName("IDM-1, RSP-3: the same call again is the same question, with what is left of its time")
    void repeated(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        String key = Agent.newKey();
        String target = "/offers/" + offer + "/accept";
        Answer first = asked(asking.seller.call("POST", target, asking.grant.token(), "{}", key));
        world.advance(Duration.ofMinutes(1));
        Answer repeat = asked(asking.seller.call("POST", target, asking.grant.token(), "{}", key));
        assertThat(repeat.replayed()).isTrue();
        assertThat(repeat.json()).isEqualTo(first.json());
        assertThat(repeat.receipt()).isEqualTo(first.receipt());
        assertThat(repeat.decision()).isNotEqualTo(first.decision());
    }

    @Test
    @DisplayName("APR-4, INV-2: silence is no to the second, whether anything swept it up or not")
    void silence(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        Answer asked = asked(asking.accept(offer));
        String challenge = asking.phone
                .open(url(asked))
                .json()
                .path("challenges")
                .path("approve")
                .stringValue();
        world.advance(Duration.ofMinutes(15));
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("expired");
        assertThat(asking.status(asked).path("result").path("body").path("code").stringValue())
                .isEqualTo("approval_declined");
        assertThat(asking.state(asking.buyer, offer)).isEqualTo("declined");
        invalid(asking.phone.answer(url(asked), "approve", challenge), "decided");
        assertThat(asking.forwarded("/offers/" + offer)).isEmpty();
    }

    @Test
    @DisplayName("APR-7, B52: a challenge is good once, an approval is decided once")
    void once(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
        Answer asked = asked(asking.accept(offer));
        JsonNode page = asking.phone.open(url(asked)).json();
        assertThat(page.at("/approval/display/buyer/operator").stringValue())
                .as("who buys, by the name that the configuration gives (APR-5)")
                .isEqualTo("Buyer Ops B SARL");
        String approve = page.path("challenges").path("approve").stringValue();
        String decline = page.path("challenges").path("decline").stringValue();
        invalid(asking.phone.answer(url(asked), "decline", approve), "decision_mismatch");
        invalid(asking.phone.answer(url(asked), "approve", approve), "challenge_unknown");
        SellersPhone other = Asking.phone(world, state, "seller-of-something-else");
        invalid(other.answer(url(asked), "decline", decline), "credential_mismatch");
        invalid(asking.phone.answer(url(asked), "decline", decline), "challenge_unknown");
        String late = asking.phone
                .open(url(asked))
                .json()
                .path("challenges")
                .path("decline")
                .stringValue();
        assertThat(asking.phone.answer(url(asked), "approve", null).status()).isEqualTo(200);
        invalid(asking.phone.answer(url(asked), "decline", late), "decided");
        assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("approved");
    }

    @Test
    @DisplayName("APR-1: one question for each subject and verb, and 20 of an agent for a seller")
    void limits(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        ObjectNode price = JsonNodeFactory.instance.objectNode();
        price.set("list_price", Haggle.money(45_000, "EUR"));
        asked(asking.call("/listings/" + listing + "/reprice", price));
        Answer again = asking.call("/listings/" + listing + "/reprice", price);
        Haggle.refused(again, 429, "listing.reprice", "enforcement_unavailable");
        assertThat(again.json().path("detail").path("cause").stringValue()).isEqualTo("limit");
        for (int i = 1; i < 20; i++) {
            asked(asking.call("/listings", asking.listing()));
        }
        Haggle.refused(asking.call("/listings", asking.listing()), 429, "listing.create", "enforcement_unavailable");
        world.advance(Duration.ofMinutes(15));
        asking.grant = asking.granted("ask");
        asked(asking.call("/listings", asking.listing()));
    }

    @Test
    @DisplayName("APR-2: only the agent that asked reads what became of it")
    void othersRead(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        Answer other = asking.buyer.read("/approvals/" + Asking.id(asked), null);
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.json().path("code").stringValue()).isEqualTo("not_in_scope");
        Answer unknown = asking.seller.read("/approvals/apr_aaaaaaaaaaaaaaaaaaaaaaaaaa", null);
        assertThat(unknown.json().path("code").stringValue()).isEqualTo("not_in_scope");
    }

    @Test
    @DisplayName(
            "LST-5, LST-7: terms that are set anew hold for later offers; a listing that changed meanwhile is approval_invalid")
    void termsAnew(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Answer asked = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        SellersPhone.Said approved = asking.approve(asked, asking.terms(45_000));
        assertThat(approved.json().path("result").path("status").intValue())
                .as(approved.json().toString())
                .isEqualTo(200);
        Haggle.refused(
                asking.buyer.call(
                        "POST",
                        "/listings/" + listing + "/offers",
                        null,
                        Haggle.proposal(44_999).toString()),
                403,
                "offer.create",
                "below_floor");

        Answer again = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        asking.grant = asking.granted("auto");
        ObjectNode price = JsonNodeFactory.instance.objectNode();
        price.set("list_price", Haggle.money(48_000, "EUR"));
        Haggle.ok(200, asking.call("/listings/" + listing + "/reprice", price));
        invalid(asking.phone.fill(url(again), asking.terms(30_000)), "decided");
        JsonNode late = asking.status(again).path("result");
        assertThat(late.path("body").path("code").stringValue()).isEqualTo("approval_invalid");
        assertThat(late.path("status").intValue()).isEqualTo(422);
    }
}
