package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.ObjectNode;

/** DEC-1 for the verbs of a deal, from the subject on: of two things that are wrong, the one that is checked first decides. */
@ExtendWith(Sandboxed.class)
class DealOrderTest {

    /** What can be wrong with an event, in the order in which it is looked at, and what is answered. */
    private enum EventFault {
        SUBJECT("not_in_scope"),
        FORM("request_invalid occurred_at"),
        KNOWN("idempotency_conflict"),
        AGE("request_invalid iat"),
        WRITER("not_in_scope"),
        MONEY("release_condition_unmet");

        final String refusal;

        EventFault(String refusal) {
            this.refusal = refusal;
        }
    }

    /** The same of a promise to ship. */
    private enum CommitFault {
        SUBJECT("not_in_scope"),
        SHIP_BY("request_invalid"),
        STATE("offer_not_open"),
        TIER("action_forbidden");

        final String refusal;

        CommitFault(String refusal) {
            this.refusal = refusal;
        }
    }

    @TestFactory
    @DisplayName(
            "DEC-1, EVT-5: of the checks of an event the first failing one decides; with nothing wrong it is recorded")
    Stream<DynamicTest> events(World world) {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(DynamicTest.dynamicTest(
                "nothing",
                () -> assertThat(answered(world, EnumSet.noneOf(EventFault.class)))
                        .isEqualTo("auto")));
        for (EventFault first : EventFault.values()) {
            for (EventFault second : EnumSet.range(first, EventFault.MONEY)) {
                tests.add(DynamicTest.dynamicTest(
                        first + " before " + second,
                        () -> assertThat(answered(world, EnumSet.of(first, second)))
                                .isEqualTo(first.refusal)));
            }
        }
        return tests.stream();
    }

    private static String answered(World world, EnumSet<EventFault> faults) throws Exception {
        Dealing dealing = Dealing.of(world);
        if (!faults.contains(EventFault.MONEY)) {
            dealing.with("funds_held");
        }
        Agent by = faults.contains(EventFault.SUBJECT) ? dealing.haggle.rival : dealing.buyer;
        ObjectNode claims = dealing.claims(by, faults.contains(EventFault.WRITER) ? "released" : "accepted");
        if (faults.contains(EventFault.FORM)) {
            claims.put("occurred_at", "2099-01-01T00:00:00Z");
        }
        if (faults.contains(EventFault.KNOWN)) {
            ObjectNode known = dealing.claims(dealing.buyer, "example.buyer.note");
            ok(201, dealing.report(dealing.buyer, known));
            claims.set("jti", known.path("jti"));
        }
        if (faults.contains(EventFault.AGE)) {
            claims.put("iat", claims.path("iat").intValue() - 1_000);
        }
        Answer answer = dealing.report(by, claims);
        String forbid = "forbid;action=\"" + Dealing.EVENT + "\";reason=";
        if (!answer.decision().startsWith(forbid)) {
            return answer.decision();
        }
        String reason = answer.decision().substring(forbid.length());
        String sentence = answer.json().path("content").stringValue();
        return Stream.of("occurred_at", "iat")
                .filter(sentence::contains)
                .findFirst()
                .map(claim -> reason + " " + claim)
                .orElse(reason);
    }

    @TestFactory
    @DisplayName(
            "DEC-1: of the checks of a promise to ship the first failing one decides; with nothing wrong it is carried out")
    Stream<DynamicTest> commits(World world) {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(DynamicTest.dynamicTest(
                "nothing",
                () -> assertThat(promised(world, EnumSet.noneOf(CommitFault.class)))
                        .isEqualTo("auto")));
        for (CommitFault first : CommitFault.values()) {
            for (CommitFault second : EnumSet.range(first, CommitFault.TIER)) {
                String expected = "forbid;action=\"" + Dealing.COMMIT + "\";reason=" + first.refusal;
                tests.add(DynamicTest.dynamicTest(
                        first + " before " + second,
                        () -> assertThat(promised(world, EnumSet.of(first, second)))
                                .isEqualTo(expected)));
            }
        }
        return tests.stream();
    }

    private static String promised(World world, EnumSet<CommitFault> faults) throws Exception {
        Dealing dealing = Dealing.of(world);
        if (faults.contains(CommitFault.STATE)) {
            ok(200, dealing.commit(dealing.mayCommit("auto"), "{}"));
        }
        Dealing granting = faults.contains(CommitFault.SUBJECT) ? Dealing.of(world) : dealing;
        String token = granting.mayCommit(faults.contains(CommitFault.TIER) ? "forbid" : "auto");
        String body = faults.contains(CommitFault.SHIP_BY) ? "{\"ship_by\":\"2026-01-01T00:00:00Z\"}" : "{}";
        return dealing.commit(token, body).decision();
    }
}
