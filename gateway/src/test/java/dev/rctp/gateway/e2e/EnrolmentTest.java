package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Passkeys that sellers make with a ticket of the authorization server (APR-9). */
@ExtendWith(Sandboxed.class)
class EnrolmentTest {

    static SellersPhone phone(World world, String sub) {
        Cryptography cryptography = Cryptography.select();
        ObjectNode known = JsonNodeFactory.instance.objectNode().put("sub", sub);
        ObjectNode passkey = known.putObject("passkey");
        byte[] id = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        passkey.put("credential_id", Base64.getUrlEncoder().withoutPadding().encodeToString(id));
        passkey.set("jwk", cryptography.generateJwk(SignatureAlgorithm.ES256));
        passkey.put("rp_id", "localhost").put("origin", world.gateway().toString());
        return new SellersPhone(known, cryptography);
    }

    static String ticket(World world, SellersPhone phone, String sub, boolean reset) throws Exception {
        ObjectNode wanted =
                JsonNodeFactory.instance.objectNode().put("sub", sub).put("reset", reset);
        return phone.post(world.test("tickets").toString(), wanted)
                .json()
                .path("ticket")
                .stringValue();
    }

    static String place(World world) {
        return world.gateway().resolve("/enroll").toString();
    }

    private static void invalid(SellersPhone.Said said, String cause) {
        assertThat(said.status()).as(said.json().toString()).isEqualTo(422);
        assertThat(said.json().path("detail").path("cause").stringValue()).isEqualTo(cause);
    }

    @Test
    @DisplayName(
            "APR-9: a ticket makes a seller's first passkey, once; a further one must be confirmed by it, or reset")
    void tickets(World world, Path state) throws Exception {
        String sub = "seller-" + UUID.randomUUID();
        SellersPhone first = phone(world, sub);
        String ticket = ticket(world, first, sub, false);
        JsonNode options = first.open(place(world) + "?ticket=" + ticket).json();
        assertThat(options.path("rp").path("id").stringValue()).isEqualTo("localhost");
        assertThat(options.has("assertion")).isFalse();
        SellersPhone.Said made = first.enrol(place(world), ticket, options, null);
        assertThat(made.status()).as(made.json().toString()).isEqualTo(201);
        invalid(first.open(place(world) + "?ticket=" + ticket), "ticket_used");
        SellersPhone.Said again = first.enrol(place(world), ticket, options, null);
        assertThat(again.status()).as("sent again, as after a lost answer").isEqualTo(201);
        assertThat(again.json()).isEqualTo(made.json());
        invalid(phone(world, sub).enrol(place(world), ticket, options, null), "challenge_unknown");

        SellersPhone second = phone(world, sub);
        String another = ticket(world, second, sub, false);
        JsonNode asked = second.open(place(world) + "?ticket=" + another).json();
        assertThat(asked.path("assertion").path("allowCredentials").size()).isEqualTo(1);
        invalid(second.enrol(place(world), another, asked, null), "not_confirmed");
        JsonNode fresh = second.open(place(world) + "?ticket=" + another).json();
        invalid(second.enrol(place(world), another, fresh, phone(world, sub)), "credential_mismatch");
        JsonNode third = second.open(place(world) + "?ticket=" + another).json();
        assertThat(second.enrol(place(world), another, third, first).status()).isEqualTo(201);

        SellersPhone replacement = phone(world, sub);
        String reset = ticket(world, replacement, sub, true);
        JsonNode free = replacement.open(place(world) + "?ticket=" + reset).json();
        assertThat(free.has("assertion")).isFalse();
        assertThat(replacement.enrol(place(world), reset, free, null).status()).isEqualTo(201);

        HttpResponse<String> known = Asking.manage(world, state, "GET", "/sellers/" + sub + "/passkeys", "");
        assertThat(JsonMapper.shared().readTree(known.body()).path("passkeys").size())
                .isEqualTo(3);
    }

    @Test
    @DisplayName("APR-9: a ticket has ten minutes, is for one seller, and is the authorization server's own")
    void badTickets(World world, Path state) throws Exception {
        String sub = "seller-" + UUID.randomUUID();
        SellersPhone phone = phone(world, sub);
        String ticket = ticket(world, phone, sub, false);
        String other = ticket(world, phone, sub, false);
        JsonNode options = phone.open(place(world) + "?ticket=" + ticket).json();
        invalid(phone.enrol(place(world), other, options, null), "challenge_unknown");
        assertThat(phone.open(place(world) + "?ticket=" + ticket.replaceAll("[^.]+$", "AAAA"))
                        .status())
                .isEqualTo(422);
        assertThat(phone.open(place(world)).status()).isEqualTo(422);
        world.advance(Duration.ofMinutes(10));
        assertThat(phone.enrol(place(world), ticket, options, null).status()).isEqualTo(422);
    }

    @Test
    @DisplayName("MGT-1: a passkey that can't be imported is told by its place in the body and what it must be")
    void badImports(World world, Path state) throws Exception {
        String jwk = "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\","
                + "\"y\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}";
        notImported(world, state, "AAAA", jwk, "'/jwk': is not a point of P-256");
        notImported(world, state, "abd", jwk, "'/credential_id': must be base64url of 1 to 1023 bytes");
        notImported(
                world,
                state,
                "AAAA",
                jwk.replace("}", ",\"alg\":\"RS256\"}"),
                "'/jwk/alg': must be ES256, or left out");
    }

    private static void notImported(World world, Path state, String id, String jwk, String sentence) throws Exception {
        String body = "{\"credential_id\":\"" + id + "\",\"jwk\":" + jwk + "}";
        HttpResponse<String> said = Asking.manage(world, state, "POST", "/sellers/s-1/passkeys", body);
        assertThat(said.statusCode()).isEqualTo(400);
        assertThat(said.body()).contains(sentence);
    }

    @Test
    @DisplayName("B56: a passkey whose counter fell confirms no other one, and that is noted in the seller's chain")
    void counterFell(World world, Path state) throws Exception {
        String sub = "seller-" + UUID.randomUUID();
        SellersPhone first = phone(world, sub);
        String ticket = ticket(world, first, sub, false);
        JsonNode options = first.open(place(world) + "?ticket=" + ticket).json();
        assertThat(first.enrol(place(world), ticket, options, null).status()).isEqualTo(201);
        Tables tables = Tables.of(state);
        tables.execute("UPDATE passkey SET sign_count = 4294967295 WHERE seller = ?", sub);

        SellersPhone second = phone(world, sub);
        String another = ticket(world, second, sub, false);
        JsonNode asked = second.open(place(world) + "?ticket=" + another).json();
        invalid(second.enrol(place(world), another, asked, first), "counter_fell");
        String own = tables.text("SELECT chain_id FROM seller_chain WHERE seller = ?", sub);
        String noted = "SELECT count(*)::text FROM entry WHERE subject_type = 'seller' AND subject_id = ?"
                + " AND convert_from(jcs, 'UTF8')::jsonb ->> 'kind' = 'enrolment_refused'"
                + " AND convert_from(jcs, 'UTF8')::jsonb #>> '{body,cause}' = 'counter_fell'";
        assertThat(tables.text(noted, own)).isEqualTo("1");
        JsonNode again = second.open(place(world) + "?ticket=" + another).json();
        invalid(second.enrol(place(world), another, again, phone(world, sub)), "credential_mismatch");
        assertThat(tables.text(noted, own)).isEqualTo("1");
    }
}
