package dev.rctp.approval.passkey;

import static dev.rctp.approval.passkey.SampleTickets.NOW;
import static dev.rctp.approval.passkey.SampleTickets.claims;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class TicketVerifierTest {

    private static final long EPOCH = NOW.getEpochSecond();
    private static final SampleTickets TICKETS = SampleTickets.es256();

    private static Stream<SampleTickets> servers() {
        return Stream.of(TICKETS, SampleTickets.ed25519(), SampleTickets.rs256());
    }

    private static TicketRefused refused(TicketFault fault) {
        return new TicketRefused(fault);
    }

    private static TicketVerdict judge(Consumer<ObjectNode> change) throws IOException {
        return TICKETS.judge(TICKETS.ticket(change));
    }

    @ParameterizedTest
    @MethodSource("servers")
    @DisplayName("APR-9: a good ticket holds, by each algorithm")
    void good(SampleTickets server) throws IOException {
        TicketVerdict verdict = server.judge(server.ticket(claims -> {}));
        assertThat(verdict).isInstanceOfSatisfying(EnrolmentTicket.class, ticket -> {
            assertThat(ticket.seller()).isEqualTo("slr_7");
            assertThat(ticket.id()).isEqualTo("tic_1");
            assertThat(ticket.expiresAt()).isEqualTo(NOW.plusSeconds(600));
            assertThat(ticket.reset()).isFalse();
        });
        assertThat(server.good("tic_2", true).reset()).isTrue();
    }

    @Test
    @DisplayName("APR-9: iss and aud are compared to the letter; aud may name others beside us")
    void addressed() throws IOException {
        assertThat(judge(claims -> claims.put("iss", "https://as.example/"))).isEqualTo(refused(TicketFault.ISSUER));
        assertThat(judge(claims -> claims.remove("iss"))).isEqualTo(refused(TicketFault.ISSUER));
        assertThat(judge(claims -> claims.put("aud", "https://other.example")))
                .isEqualTo(refused(TicketFault.AUDIENCE));
        assertThat(judge(claims -> claims.remove("aud"))).isEqualTo(refused(TicketFault.AUDIENCE));
        assertThat(judge(claims -> claims.putArray("aud").add("https://other.example")))
                .isEqualTo(refused(TicketFault.AUDIENCE));
        assertThat(judge(claims ->
                        claims.putArray("aud").add("https://other.example").add(SampleTickets.GATEWAY)))
                .isInstanceOf(EnrolmentTicket.class);
    }

    @Test
    @DisplayName("APR-9: a ticket is good for at most ten minutes, and over at its expiry")
    void times() throws IOException {
        assertThat(judge(claims -> claims.put("iat", EPOCH - 600).put("exp", EPOCH)))
                .isEqualTo(refused(TicketFault.EXPIRED));
        assertThat(judge(claims -> claims.put("iat", EPOCH - 599).put("exp", EPOCH + 1)))
                .isInstanceOf(EnrolmentTicket.class);
        assertThat(judge(claims -> claims.put("exp", EPOCH + 601))).isEqualTo(refused(TicketFault.LIFETIME));
        assertThat(judge(claims -> claims.put("iat", EPOCH + 61).put("exp", EPOCH + 600)))
                .isEqualTo(refused(TicketFault.LIFETIME));
        assertThat(judge(claims -> claims.put("nbf", EPOCH + 61))).isEqualTo(refused(TicketFault.LIFETIME));
        assertThat(judge(claims -> {
                    claims.remove("iat");
                    claims.put("exp", EPOCH + 3600);
                }))
                .isEqualTo(refused(TicketFault.LIFETIME));
        assertThat(judge(claims -> claims.remove("iat"))).isInstanceOf(EnrolmentTicket.class);
    }

    @Test
    @DisplayName("APR-9: claims that are missing or of another type are no ticket")
    void malformedClaims() throws IOException {
        for (Consumer<ObjectNode> bad : List.<Consumer<ObjectNode>>of(
                claims -> claims.remove("sub"),
                claims -> claims.put("sub", ""),
                claims -> claims.put("sub", 7),
                claims -> claims.put("sub", "s".repeat(256)),
                claims -> claims.remove("jti"),
                claims -> claims.put("jti", "j".repeat(256)),
                claims -> claims.remove("exp"),
                claims -> claims.put("exp", "soon"),
                claims -> claims.put("exp", EPOCH + 0.5),
                claims -> claims.put("exp", Long.MAX_VALUE),
                claims -> claims.put("exp", -1),
                claims -> claims.put("iat", "now"),
                claims -> claims.put("nbf", true),
                claims -> claims.put("reset", "true"))) {
            assertThat(judge(bad)).isEqualTo(refused(TicketFault.MALFORMED));
        }
    }

    @Test
    @DisplayName("B68: another typ, and any crit, are something else")
    void types() throws IOException {
        for (String typ : List.of("JWT", "at+jwt", "rctp-checkout+jwt", "RCTP-ENROLL+JWT", "")) {
            assertThat(TICKETS.judge(TICKETS.signed(TICKETS.header().put("typ", typ), claims())))
                    .isEqualTo(refused(TicketFault.TYPE));
        }
        ObjectNode critical = TICKETS.header();
        critical.putArray("crit");
        assertThat(TICKETS.judge(TICKETS.signed(critical, claims()))).isEqualTo(refused(TicketFault.TYPE));
        assertThat(TICKETS.judge(TICKETS.signed(TICKETS.header().put("crit", "x"), claims())))
                .isEqualTo(refused(TicketFault.TYPE));
    }

    @Test
    @DisplayName("B70: the algorithm is the key's; none, HS256 and others are no signature of it")
    void algorithms() throws IOException {
        for (String alg : List.of("none", "HS256", "RS256", "ES384", "EdDSA", "")) {
            assertThat(TICKETS.judge(TICKETS.signed(TICKETS.header().put("alg", alg), claims())))
                    .isEqualTo(refused(TicketFault.KEY));
        }
        assertThat(TICKETS.judge(TICKETS.signed(TICKETS.header().put("kid", "k2"), claims())))
                .isEqualTo(refused(TicketFault.KEY));
    }

    @Test
    @DisplayName("B67, B73: another's signature, zeros, DER and a missing one are wrong")
    void signatures() throws IOException {
        String good = TICKETS.ticket(claims -> {});
        String input = good.substring(0, good.lastIndexOf('.'));
        for (byte[] bad : List.of(
                new byte[64],
                new byte[63],
                SampleTickets.es256().sign(input, "SHA256withECDSAinP1363Format"),
                TICKETS.sign(input, "SHA256withECDSA"))) {
            assertThat(TICKETS.judge(input + "." + Base64Url.encode(bad))).isEqualTo(refused(TicketFault.SIGNATURE));
        }
        assertThat(TICKETS.judge(input + ".")).isEqualTo(refused(TicketFault.SIGNATURE));
        String other = TICKETS.ticket(claims -> claims.put("sub", "slr_8"));
        String[] parts = other.split("\\.", 3);
        assertThat(TICKETS.judge(parts[0] + "." + parts[1] + good.substring(good.lastIndexOf('.'))))
                .isEqualTo(refused(TicketFault.SIGNATURE));
    }

    @Test
    @DisplayName("B71: one ticket has one spelling; what is no compact JWS is no ticket")
    void spellings() throws IOException {
        String good = TICKETS.ticket(claims -> {});
        for (String bad : List.of(
                "",
                ".",
                "..",
                "...",
                "a.b.c",
                good + "=",
                good + ".",
                " " + good,
                good.replaceFirst("\\.", ".!"),
                good + "A".repeat(9000),
                TICKETS.signed("[]", "{}"),
                TICKETS.signed("{\"alg\":\"ES256\",\"alg\":\"ES256\"}", "{}"),
                TICKETS.signed("{\"alg\":\"ES256\",\"typ\":\"rctp-enroll+jwt\"}", "{}"))) {
            assertThat(TICKETS.judge(bad)).as(bad).isEqualTo(refused(TicketFault.MALFORMED));
        }
    }

    @Test
    @DisplayName("DEC-5: a key set that can't be had decides nothing")
    void keysUnreachable() {
        TicketVerifier verifier = new TicketVerifier(
                SampleTickets.ISSUER,
                SampleTickets.GATEWAY,
                keyId -> {
                    throw new IOException("down");
                },
                () -> NOW);
        assertThatThrownBy(() -> verifier.verify(TICKETS.ticket(claims -> {}))).isInstanceOf(IOException.class);
    }
}
