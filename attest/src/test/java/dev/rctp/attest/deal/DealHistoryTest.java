package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Checkpoint.Role;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class DealHistoryTest {

    private static final Set<Role> NONE = Set.of();
    private static final Set<Role> HOLDER = Set.of(Role.HOLDER);
    private static final Set<Role> CARRIER = Set.of(Role.CARRIER);
    private static final Set<Role> MARKETPLACE = Set.of(Role.MARKETPLACE);
    private static final Set<Role> SELLER = Set.of(Role.SELLER);

    private static final TestParty BUYER = TestParty.of("https://buyer.example/profile");
    private static final TestParty ESCROW = TestParty.of("https://escrow.example/profile");
    private static final TestParty RIVAL = TestParty.of("https://rival.example/profile");
    private static final TestParty POST = TestParty.of("https://post.example/profile");
    private static final TestParty MARKET = TestParty.of("https://market.example/profile");
    private static final Agreement AGREEMENT = Events.agreement(BUYER.party(), "buyer_accepted");

    private final Events events = new Events();
    private Instant now = Events.OPENED.plusSeconds(60);
    private DealHistory history = DealHistory.opened(AGREEMENT, Events.REGISTRIES.checkpoints());
    private long seq = 1;

    @Test
    @DisplayName("EVT-3: each type has its writers, and nobody else may write it")
    void writers() {
        assertThat(ruling(ESCROW, HOLDER, "funds_held"))
                .isEqualTo(new Ruling.Allowed(Role.HOLDER, DealState.FUNDS_HELD));
        assertThat(ruling(BUYER, NONE, "funds_held")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(ESCROW, Set.of(Role.CARRIER, Role.MARKETPLACE, Role.SELLER), "funds_held"))
                .isInstanceOf(Ruling.NotInScope.class);
        write(ESCROW, HOLDER, "funds_held", null);
        assertThat(ruling(BUYER, NONE, "accepted")).isEqualTo(new Ruling.Allowed(Role.BUYER, DealState.ACCEPTED));
        assertThat(ruling(ESCROW, HOLDER, "accepted")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(POST, SELLER, "accepted")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(BUYER.successor(), NONE, "accepted")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(POST, CARRIER, "shipped")).isEqualTo(new Ruling.Allowed(Role.CARRIER, DealState.FUNDS_HELD));
        assertThat(ruling(ESCROW, HOLDER, "return")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(BUYER, NONE, "refund")).isInstanceOf(Ruling.NotInScope.class);
    }

    @Test
    @DisplayName("EVT-3: a carrier saw it itself, the marketplace relays it")
    void relations() {
        ObjectNode seen = events.claims(POST, "delivered", null, now);
        assertThat(rule(POST, CARRIER, seen)).isInstanceOf(Ruling.Allowed.class);
        assertThat(rule(MARKET, MARKETPLACE, events.claims(MARKET, "delivered", null, now)))
                .isInstanceOf(Ruling.NotInScope.class);
        assertThat(rule(MARKET, MARKETPLACE, relayed("delivered", "p-1")))
                .isEqualTo(new Ruling.Allowed(Role.MARKETPLACE, DealState.OPEN));
        ObjectNode byCarrier =
                relayed("delivered", "p-1").put("iss", POST.party().profile());
        assertThat(rule(POST, CARRIER, byCarrier)).isInstanceOf(Ruling.NotInScope.class);
    }

    @Test
    @DisplayName("EVT-3: the first of a role to write on a deal owns that role there, key and all")
    void owners() {
        write(ESCROW, HOLDER, "funds_held", null);
        write(BUYER, NONE, "accepted", null);
        assertThat(ruling(RIVAL, HOLDER, "released")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(ESCROW.successor(), HOLDER, "released")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(ESCROW, NONE, "released")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(ESCROW, HOLDER, "released")).isEqualTo(new Ruling.Allowed(Role.HOLDER, DealState.RELEASED));
        assertThat(history.roles(RIVAL.party(), HOLDER)).isEmpty();
        assertThat(history.roles(ESCROW.party(), HOLDER)).containsExactly(Role.HOLDER);
        assertThat(history.roles(POST.party(), CARRIER)).containsExactly(Role.CARRIER);
        assertThat(history.roles(BUYER.party(), NONE)).containsExactly(Role.BUYER);
    }

    @Test
    @DisplayName(
            "EVT-3: an informative event owns a role as any other does; a role that one has goes before one that is free")
    void informativeOwns() {
        assertThat(write(RIVAL, HOLDER, "example.hello", null)).isEqualTo(Role.HOLDER);
        assertThat(ruling(ESCROW, HOLDER, "funds_held")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(write(POST, Set.of(Role.MARKETPLACE, Role.CARRIER), "shipped", null))
                .isEqualTo(Role.CARRIER);
        assertThat(write(POST, Set.of(Role.MARKETPLACE, Role.CARRIER), "example.hello", null))
                .isEqualTo(Role.CARRIER);
        assertThat(write(MARKET, Set.of(Role.SELLER), "example.hello", null)).isEqualTo(Role.SELLER);
        assertThat(ruling(MARKET, NONE, "example.hello")).isInstanceOf(Ruling.NotInScope.class);
    }

    @Test
    @DisplayName("EVT-2: a key succession hands what the old key has to the next, and only the old key can")
    void succession() {
        write(ESCROW, HOLDER, "funds_held", null);
        TestParty next = ESCROW.successor();
        assertThat(rule(next, HOLDER, succession(next, ESCROW))).isInstanceOf(Ruling.NotInScope.class);
        record(ESCROW, HOLDER, succession(ESCROW, next));
        write(BUYER, NONE, "accepted", null);
        assertThat(ruling(ESCROW, HOLDER, "released")).isInstanceOf(Ruling.NotInScope.class);
        assertThat(ruling(next, HOLDER, "released")).isInstanceOf(Ruling.Allowed.class);

        TestParty buyersNext = BUYER.successor();
        record(BUYER, NONE, succession(BUYER, buyersNext));
        assertThat(history.roles(BUYER.party(), NONE)).isEmpty();
        assertThat(history.roles(buyersNext.party(), NONE)).containsExactly(Role.BUYER);
        record(buyersNext, NONE, succession(buyersNext, BUYER));
        assertThat(history.roles(BUYER.party(), NONE)).containsExactly(Role.BUYER);
    }

    @Test
    @DisplayName("EVT-5: a succession whose answer was lost is answered again, though its key has nothing any more")
    void successionRepeated() {
        ObjectNode claims = succession(BUYER, BUYER.successor());
        long first = record(BUYER, NONE, claims);
        assertThat(rule(BUYER, NONE, claims)).isEqualTo(new Ruling.Repeated(first));
    }

    @Test
    @DisplayName("EVT-5: a known jti is answered before iat is judged: the same again, or a conflict")
    void repeated() {
        ObjectNode claims = events.claims(ESCROW, "funds_held", null, now);
        long first = record(ESCROW, HOLDER, claims);
        now = now.plusSeconds(3_600);
        assertThat(rule(ESCROW, HOLDER, claims)).isEqualTo(new Ruling.Repeated(first));
        assertThat(rule(ESCROW, HOLDER, claims.deepCopy().put("iat", now.getEpochSecond())))
                .isEqualTo(new Ruling.Conflict(first));
        assertThat(rule(
                        ESCROW,
                        HOLDER,
                        events.claims(ESCROW, "released", null, now).put("jti", jti(claims))))
                .isEqualTo(new Ruling.Conflict(first));
        assertThat(rule(BUYER, NONE, events.claims(BUYER, "accepted", null, now).put("jti", jti(claims))))
                .isEqualTo(new Ruling.Conflict(first));
        ObjectNode fresh = events.claims(ESCROW, "released", null, now.minusSeconds(301));
        assertThat(rule(ESCROW, HOLDER, fresh)).isEqualTo(new Ruling.NotFresh());
    }

    @Test
    @DisplayName("EVT-5: who is no party learns nothing of what was recorded")
    void strangers() {
        ObjectNode claims = events.claims(ESCROW, "funds_held", null, now);
        record(ESCROW, HOLDER, claims);
        ObjectNode copied = claims.deepCopy().put("iss", RIVAL.party().profile());
        assertThat(rule(RIVAL, HOLDER, copied)).isInstanceOf(Ruling.NotInScope.class);
        assertThat(rule(RIVAL, NONE, copied)).isInstanceOf(Ruling.NotInScope.class);
    }

    @Test
    @DisplayName("EVT-5: the order of members and numbers' spelling make no other content")
    void sameContent() {
        ObjectNode claims = events.claims(ESCROW, "example.note", null, now);
        claims.putObject("data").put("a", 1).put("b", 10.0);
        long first = record(ESCROW, HOLDER, claims);
        ObjectNode turned = events.claims(ESCROW, "example.note", null, now);
        turned.putObject("data").put("b", 10).put("a", 1);
        ObjectNode again = turned.objectNode();
        again.put("jti", jti(claims));
        turned.without("jti").properties().forEach(member -> again.set(member.getKey(), member.getValue()));
        assertThat(rule(ESCROW, HOLDER, again)).isEqualTo(new Ruling.Repeated(first));
    }

    @Test
    @DisplayName(
            "EVT-5: a source_event_id is that of who signed it, and of whom it relays; with another jti and iat it is the same event")
    void sources() {
        ObjectNode claims = relayed("shipped", "p-1");
        long first = record(MARKET, MARKETPLACE, claims);
        now = now.plusSeconds(600);
        ObjectNode again = claims.deepCopy().put("jti", "other").put("iat", now.getEpochSecond());
        assertThat(rule(MARKET, MARKETPLACE, again)).isEqualTo(new Ruling.Repeated(first));
        assertThat(rule(MARKET, MARKETPLACE, relayed("delivered", "p-1"))).isEqualTo(new Ruling.Conflict(first));
        assertThat(rule(MARKET, MARKETPLACE, relayed("delivered", "p-2"))).isInstanceOf(Ruling.Allowed.class);
        ObjectNode ofAnother = relayed("delivered", "p-1").put("reported_by", "https://rail.example/profile");
        assertThat(rule(MARKET, MARKETPLACE, ofAnother)).isInstanceOf(Ruling.Allowed.class);
        ObjectNode byItself = events.claims(POST, "delivered", null, now).put("source_event_id", "p-1");
        assertThat(rule(POST, CARRIER, byItself))
                .as("who is named has said nothing")
                .isInstanceOf(Ruling.Allowed.class);
        ObjectNode ofBuyer = events.claims(BUYER, "example.note", null, now).put("source_event_id", "p-1");
        assertThat(rule(BUYER, NONE, ofBuyer)).isInstanceOf(Ruling.Allowed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"funds_held", "accepted", "shipped", "example.note"})
    @DisplayName("EVT-5: whoever is named in what is relayed, no party's own source_event_id is taken by it")
    void namedByAnother(String type) {
        TestParty writer = type.equals("funds_held") ? ESCROW : type.equals("shipped") ? POST : BUYER;
        Set<Role> given = type.equals("funds_held") ? HOLDER : type.equals("shipped") ? CARRIER : NONE;
        if (type.equals("accepted")) {
            write(ESCROW, HOLDER, "funds_held", null);
        }
        record(
                MARKET,
                MARKETPLACE,
                relayed("delivered", "p-1").put("reported_by", writer.party().profile()));
        ObjectNode own = events.claims(writer, type, null, now).put("source_event_id", "p-1");
        long first = record(writer, given, own);
        assertThat(rule(writer, given, own.deepCopy().put("jti", "other"))).isEqualTo(new Ruling.Repeated(first));
    }

    @Test
    @DisplayName("EVT-4: what the rules lack is named; a history read again rules the same")
    void unmet() {
        assertThat(ruling(ESCROW, HOLDER, "released")).isEqualTo(new Ruling.Unmet(List.of("funds_held", "accepted")));
        write(ESCROW, HOLDER, "funds_held", null);
        assertThat(ruling(ESCROW, HOLDER, "released")).isEqualTo(new Ruling.Unmet(List.of("accepted")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"funds_held", "shipped"})
    @DisplayName("EVT-6: a deal without funds lapses by time itself; information is recorded all the same")
    void lapse(String type) {
        TestParty writer = type.equals("shipped") ? POST : ESCROW;
        Set<Role> given = type.equals("shipped") ? CARRIER : HOLDER;
        now = AGREEMENT.lapsesAt().minusMillis(1);
        assertThat(ruling(writer, given, type)).isInstanceOf(Ruling.Allowed.class);
        assertThat(history.money().state(now)).isEqualTo(DealState.OPEN);
        now = AGREEMENT.lapsesAt();
        assertThat(ruling(writer, given, type)).isEqualTo(new Ruling.Unmet(List.of("not_lapsed")));
        assertThat(ruling(writer, given, "example.note"))
                .isInstanceOfSatisfying(
                        Ruling.Allowed.class,
                        allowed -> assertThat(allowed.state()).isEqualTo(DealState.LAPSED));
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    @DisplayName("EVT-2: any party writes informative events, whatever the deal has come to")
    void informative(Role role) {
        TestParty writer = role == Role.BUYER ? BUYER : POST;
        assertThat(ruling(writer, Set.of(role), "example.note")).isEqualTo(new Ruling.Allowed(role, DealState.OPEN));
    }

    private ObjectNode succession(TestParty from, TestParty to) {
        return events.claims(from, "dev.rctp.key_succession", null, now).put("next_jkt", to.thumbprint());
    }

    private ObjectNode relayed(String type, String source) {
        return events.claims(MARKET, type, null, now)
                .put("relation", "relayed")
                .put("reported_by", POST.party().profile())
                .put("source_event_id", source);
    }

    private static String jti(ObjectNode claims) {
        return claims.path("jti").stringValue();
    }

    private Ruling ruling(TestParty writer, Set<Role> given, String type) {
        return rule(writer, given, events.claims(writer, type, "not_received", now));
    }

    private Ruling rule(TestParty writer, Set<Role> given, ObjectNode claims) {
        return history.rule(verified(writer, claims), given, now);
    }

    private VerifiedEvent verified(TestParty writer, ObjectNode claims) {
        EventVerdict verdict = Events.verifier()
                .verify(writer.event(claims), writer, writer.party().profile(), AGREEMENT, now);
        assertThat(verdict).isInstanceOf(EventVerdict.Verified.class);
        return ((EventVerdict.Verified) verdict).event();
    }

    private Role write(TestParty writer, Set<Role> given, String type, @Nullable String reason) {
        record(writer, given, events.claims(writer, type, reason, now));
        return lastRole;
    }

    private Role lastRole = Role.BUYER;

    private long record(TestParty writer, Set<Role> given, ObjectNode claims) {
        VerifiedEvent event = verified(writer, claims);
        Ruling ruling = history.rule(event, given, now);
        assertThat(ruling).isInstanceOf(Ruling.Allowed.class);
        lastRole = ((Ruling.Allowed) ruling).role();
        seq++;
        history = history.with(PastEvent.read(seq, now, lastRole, event.compact()));
        return seq;
    }
}
