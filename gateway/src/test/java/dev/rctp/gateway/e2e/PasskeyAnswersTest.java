package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.url;
import static dev.rctp.gateway.e2e.PasskeyAnswer.PRESENT;
import static dev.rctp.gateway.e2e.PasskeyAnswer.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What passkeys may answer, at the door of the real gateway (APR-3; known faults B52 to B59). */
@ExtendWith(Sandboxed.class)
class PasskeyAnswersTest {

    /** A seller who is asked to accept an offer, and their passkey. */
    private record Question(Asking asking, PasskeyAnswer passkey, Answer asked, String offer) {

        static Question of(World world, Path state, long counter) throws Exception {
            Asking asking = Asking.of(world, state);
            PasskeyAnswer passkey = new PasskeyAnswer(world);
            assertThat(passkey.vouched(world, state, asking.sub, counter).statusCode())
                    .isEqualTo(201);
            String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
            return new Question(asking, passkey, Asking.asked(asking.accept(offer)), offer);
        }

        String challenge(String decision) throws Exception {
            return asking.phone
                    .open(url(asked))
                    .json()
                    .path("challenges")
                    .path(decision)
                    .stringValue();
        }

        SellersPhone.Said say(ObjectNode response) throws Exception {
            return asking.phone.post(url(asked) + "/response", response);
        }

        SellersPhone.Said approve(int flags, int counter, Consumer<ObjectNode> change) throws Exception {
            return say(passkey.response("approve", challenge("approve"), flags, counter, change));
        }

        /** Refused for this, and nothing has become of it. */
        void refused(SellersPhone.Said said, String cause) throws Exception {
            assertThat(said.status()).as(said.json().toString()).isEqualTo(422);
            assertThat(said.json().path("code").stringValue()).isEqualTo("approval_invalid");
            assertThat(said.json().path("detail").path("cause").stringValue()).isEqualTo(cause);
            assertThat(asking.status(asked).path("status").stringValue()).isEqualTo("pending");
            assertThat(asking.forwarded("/offers/" + offer)).isEmpty();
        }
    }

    private static void approved(SellersPhone.Said said) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        assertThat(said.json().path("status").stringValue()).isEqualTo("approved");
    }

    @Test
    @DisplayName("B53: an assertion whose user was there but not verified approves nothing; neither does one of nobody")
    void userVerification(World world, Path state) throws Exception {
        Question question = Question.of(world, state, 0);
        question.refused(question.approve(PRESENT, 0, _ -> {}), "user_not_verified");
        question.refused(question.approve(0, 0, _ -> {}), "user_not_present");
        approved(question.approve(PRESENT | VERIFIED, 0, _ -> {}));
    }

    @Test
    @DisplayName(
            "B52: a challenge dies with the first response, good or bad, and is good for its own approval and answer alone")
    void challenges(World world, Path state) throws Exception {
        Question question = Question.of(world, state, 0);
        String challenge = question.challenge("approve");
        question.refused(
                question.say(question.passkey.response("approve", challenge, PRESENT, 0, _ -> {})),
                "user_not_verified");
        question.refused(question.say(question.passkey.response("approve", challenge)), "challenge_unknown");

        String broken = question.challenge("approve");
        ObjectNode malformed = question.passkey.response("approve", broken);
        malformed.withObject("/credential/response").put("authenticatorData", "AAAA");
        question.refused(question.say(malformed), "credential_malformed");
        question.refused(question.say(question.passkey.response("approve", broken)), "challenge_unknown");

        Question other = Question.of(world, state, 0);
        String elsewhere = other.challenge("approve");
        question.refused(question.say(question.passkey.response("approve", elsewhere)), "challenge_unknown");
        approved(other.say(other.passkey.response("approve", elsewhere)));

        String first = question.challenge("approve");
        String second = question.challenge("approve");
        assertThat(first).isNotEqualTo(second);
        approved(question.say(question.passkey.response("approve", first)));
        SellersPhone.Said late = question.say(question.passkey.response("approve", second));
        assertThat(late.json().path("detail").path("cause").stringValue()).isEqualTo("decided");
        assertThat(question.asking.forwarded("/offers/" + question.offer)).hasSize(1);
    }

    @Test
    @DisplayName(
            "B55: in a frame nothing is approved unless its top origin is configured, and then no origin but the page's own")
    void frames(World world, Path state) throws Exception {
        Question question = Question.of(world, state, 0);
        int good = PRESENT | VERIFIED;
        question.refused(question.approve(good, 0, client -> client.put("crossOrigin", true)), "top_origin_mismatch");
        question.refused(
                question.approve(
                        good, 0, client -> client.put("crossOrigin", true).put("topOrigin", "https://shop.example")),
                "top_origin_mismatch");
        question.refused(
                question.approve(good, 0, client -> client.put("origin", "https://evil.example")), "origin_mismatch");
        question.refused(question.approve(good, 0, client -> client.put("type", "webauthn.create")), "type_mismatch");
        approved(question.approve(good, 0, client -> client.remove("crossOrigin")));
    }

    @ParameterizedTest(name = "stored {0}, new {1}: {2}")
    @CsvSource({"0, 0, approved", "0, 5, approved", "7, 8, approved", "7, 7, counter_fell", "7, 0, counter_fell"})
    @DisplayName("B56: counters are 0 for good or rise; one that does not is refused and recorded")
    void counters(int stored, int next, String expected, World world, Path state) throws Exception {
        Question question = Question.of(world, state, stored);
        SellersPhone.Said said = question.approve(PRESENT | VERIFIED, next, _ -> {});
        JsonNode record = question.asking
                .seller
                .read("/records/negotiation/" + negotiation(question), question.asking.grant.token())
                .json();
        if (expected.equals("approved")) {
            approved(said);
            assertThat(record.toString()).doesNotContain("approval_refused");
        } else {
            question.refused(said, expected);
            assertThat(record.path("openings").toString()).contains("counter_fell");
            assertThat(record.path("entries").toString())
                    .contains("approval_refused")
                    .doesNotContain("counter_fell");
            JsonNode body = record.path("entries")
                    .valueStream()
                    .reduce((_, last) -> last)
                    .orElseThrow()
                    .path("body");
            assertThat(body.propertyNames()).containsExactlyInAnyOrder("side", "approval", "confided");
        }
    }

    private static String negotiation(Question question) throws Exception {
        return question.asking
                .buyer
                .read("/offers/" + question.offer, null)
                .json()
                .path("negotiation_id")
                .stringValue();
    }

    @Test
    @DisplayName("INV-4: another seller's passkey decides nothing, and neither does one that was withdrawn")
    void othersPasskeys(World world, Path state) throws Exception {
        Question question = Question.of(world, state, 0);
        PasskeyAnswer others = new PasskeyAnswer(world);
        assertThat(others.vouched(world, state, "seller-of-something", 0).statusCode())
                .isEqualTo(201);
        question.refused(
                question.say(others.response("approve", question.challenge("approve"))), "credential_mismatch");
        question.refused(
                question.say(new PasskeyAnswer(world).response("decline", question.challenge("decline"))),
                "credential_mismatch");
        String place = "/sellers/" + Asking.encoded(question.asking.sub) + "/passkeys/"
                + question.passkey.told().path("credential_id").stringValue();
        assertThat(Asking.manage(world, state, "DELETE", place, "").statusCode())
                .isEqualTo(204);
        question.refused(
                question.say(question.passkey.response("approve", question.challenge("approve"))),
                "credential_mismatch");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "P-384 under another curve's point | crv | P-384",
                "a point that is not on P-256 | x | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE",
                "an Edwards curve for an EC key | crv | Ed25519",
                "an EC key that calls itself OKP | kty | OKP",
                "ES256 that calls itself RS256 | alg | RS256",
                "no y | y | "
            })
    @DisplayName("B58: a passkey is taken only with a good key whose kty, crv and alg agree")
    void keys(String why, String member, String value, World world, Path state) throws Exception {
        PasskeyAnswer passkey = new PasskeyAnswer(world);
        ObjectNode told = passkey.told();
        if (value == null) {
            told.withObject("/jwk").remove(member);
        } else {
            told.withObject("/jwk").put(member, value);
        }
        HttpResponse<String> answer =
                Asking.manage(world, state, "POST", "/sellers/seller-of-keys/passkeys", told.toString());
        assertThat(answer.statusCode()).as(why + answer.body()).isEqualTo(400);
        assertThat(Asking.manage(world, state, "GET", "/sellers/seller-of-keys/passkeys", "")
                        .body())
                .doesNotContain(told.path("credential_id").stringValue());
    }

    @Test
    @DisplayName("B59: what is carried out is what was shown and signed, once, however often it is approved and called")
    void onceAndAsShown(World world, Path state) throws Exception {
        Question question = Question.of(world, state, 0);
        JsonNode page = question.asking.phone.open(url(question.asked)).json();
        JsonNode details = page.path("details").path("approve");
        assertThat(page.path("approval").path("display").toString()).contains("41000");
        assertThat(details.path("price").path("amount").intValue()).isEqualTo(41_000);
        assertThat(details.path("display_digest").stringValue()).startsWith("sha-256:");
        approved(question.say(question.passkey.response(
                "approve", page.path("challenges").path("approve").stringValue())));
        String used = page.path("challenges").path("approve").stringValue();
        for (String challenge : new String[] {used, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}) {
            assertThat(question.say(question.passkey.response("approve", challenge))
                            .json()
                            .path("code")
                            .stringValue())
                    .isEqualTo("approval_invalid");
        }
        Haggle.refused(question.asking.accept(question.offer), 409, Asking.ACCEPT, "offer_not_open");
        assertThat(question.asking.forwarded("/offers/" + question.offer)).hasSize(1);
    }
}
