package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Dealing.refused;
import static dev.rctp.gateway.e2e.Dealing.unmet;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** The table of EVT-4 over HTTP: every checkpoint in every state is recorded, or 409 with what it lacks. */
@ExtendWith(Sandboxed.class)
class MoneyTableTest {

    private static final String NAD = "rejected not_as_described";
    private static final String NR = "rejected not_received";
    private static final List<String> EVENTS = List.of(
            "funds_held",
            "accepted",
            NAD,
            NR,
            "released",
            "refund",
            "shipped",
            "delivered",
            "returned_to_sender",
            "return");

    /** Days that pass, then what each event lacks, in the order of {@link #EVENTS}; {@code +} for nothing. */
    private static final String TABLE = """
            open      | 0 |                                  | open       | + | funds_held | funds_held | funds_held | funds_held accepted | funds_held rejected | + | + | + | +
            held      | 0 | funds_held                       | funds_held | not_repeated | + | + | + | accepted | rejected | + | + | + | +
            accepted  | 0 | funds_held,accepted              | accepted   | not_repeated | not_repeated | not_accepted | not_accepted | + | not_accepted | + | + | + | +
            delivered | 0 | funds_held,delivered             | funds_held | not_repeated | + | + | not_delivered | accepted | rejected return | + | not_repeated | + | +
            wrong     | 0 | funds_held,NAD                   | rejected   | not_repeated | not_rejected | not_repeated | not_repeated | accepted not_rejected | return | + | + | + | +
            back      | 0 | funds_held,NAD,return            | rejected   | not_repeated | not_rejected | not_repeated | not_repeated | accepted not_rejected | + | + | + | + | not_repeated
            missing   | 0 | funds_held,NR                    | rejected   | not_repeated | not_rejected | not_repeated | not_repeated | accepted not_rejected | deliver_within_days | + | + | + | +
            lost      | 7 | funds_held,NR                    | rejected   | not_repeated | not_rejected | not_repeated | not_repeated | accepted not_rejected | + | + | + | + | +
            late      | 7 | funds_held,NR,delivered          | rejected   | not_repeated | + | + | not_repeated not_delivered | accepted not_rejected | not_delivered | + | not_repeated | + | +
            released  | 0 | funds_held,accepted,released     | released   | not_repeated | not_repeated not_released | not_accepted not_released | not_accepted not_released | not_repeated | not_accepted not_released | + | + | + | +
            refunded  | 0 | funds_held,NAD,return,refund     | refunded   | not_repeated | not_rejected not_refunded | not_repeated not_refunded | not_repeated not_refunded | accepted not_rejected not_refunded | not_repeated | + | + | + | not_repeated
            lapsed    | 3 |                                  | lapsed     | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed | not_lapsed
            """;

    private record Row(String name, int days, List<String> before, String state, List<List<String>> lacks) {

        static Row of(String line) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            List<String> before = cells.get(2).isEmpty()
                    ? List.of()
                    : Arrays.stream(cells.get(2).split(",", -1))
                            .map(event -> event.equals("NAD") ? NAD : event.equals("NR") ? NR : event)
                            .toList();
            return new Row(
                    cells.get(0),
                    Integer.parseInt(cells.get(1)),
                    before,
                    cells.get(3),
                    cells.subList(4, cells.size()).stream()
                            .map(cell -> cell.equals("+") ? List.<String>of() : List.of(cell.split(" ", -1)))
                            .toList());
        }

        Dealing deal(World world) throws Exception {
            return Dealing.of(world).with(before.toArray(String[]::new));
        }
    }

    @TestFactory
    @DisplayName("EVT-4, EVT-6: what may come when")
    Stream<DynamicTest> table(World world) {
        return TABLE.lines().map(Row::of).map(row -> DynamicTest.dynamicTest(row.name(), () -> row(world, row)));
    }

    private static void row(World world, Row row) throws Exception {
        assertThat(row.lacks()).hasSameSizeAs(EVENTS);
        Dealing refusing = row.deal(world);
        Map<String, Dealing> allowing = new LinkedHashMap<>();
        for (int i = 0; i < EVENTS.size(); i++) {
            if (row.lacks().get(i).isEmpty()) {
                allowing.put(EVENTS.get(i), row.deal(world));
            }
        }
        if (row.days() > 0) {
            refusing.pass(Duration.ofDays(row.days()));
        }
        assertThat(refusing.state()).isEqualTo(row.state());
        Map<String, List<String>> told = new LinkedHashMap<>();
        for (String event : EVENTS) {
            told.put(event, lacks(allowing.getOrDefault(event, refusing), event));
        }
        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (int i = 0; i < EVENTS.size(); i++) {
            expected.put(EVENTS.get(i), row.lacks().get(i));
        }
        assertThat(told).isEqualTo(expected);
        assertThat(named(refusing, "release")).isEqualTo(expected.get("released"));
        assertThat(named(refusing, "refund")).isEqualTo(expected.get("refund"));
        assertThat(refusing.state()).isEqualTo(row.state());
        assertThat(refusing.types()).hasSameSizeAs(row.before());
        for (Map.Entry<String, Dealing> done : allowing.entrySet()) {
            assertThat(done.getValue().types().getLast())
                    .isEqualTo(done.getKey().split(" ", -1)[0]);
        }
    }

    private static List<String> lacks(Dealing dealing, String event) throws Exception {
        Answer answer = dealing.report(event);
        if (answer.status() == 201) {
            return List.of();
        }
        refused(answer, 409, "release_condition_unmet");
        return unmet(answer);
    }

    private static List<String> named(Dealing dealing, String next) throws Exception {
        return dealing.deal()
                .path("next")
                .path(next)
                .valueStream()
                .map(name -> name.stringValue())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    @Test
    @DisplayName("EVT-4: released on delivery where the terms say so; a rejection that stands bars it all the same")
    void onDelivery(World world) throws Exception {
        Dealing dealing = Dealing.of(world, "delivered").with("funds_held");
        assertThat(unmet(dealing.report("released"))).containsExactly("delivered");
        Dealing other = Dealing.of(world, "delivered").with("funds_held", "delivered", NAD);
        assertThat(unmet(other.report("released"))).containsExactly("not_rejected");

        dealing.with("delivered", "released");
    }

    @Test
    @DisplayName("EVT-4: inspection_elapsed counts its three days from delivered, to the moment")
    void inspection(World world) throws Exception {
        Dealing dealing = Dealing.of(world, "inspection_elapsed").with("funds_held");
        assertThat(unmet(dealing.report("released"))).containsExactly("delivered", "inspection_elapsed");
        dealing.with("delivered");
        dealing.pass(Duration.ofDays(3).minusMinutes(2));
        assertThat(unmet(dealing.report("released"))).containsExactly("inspection_elapsed");
        dealing.pass(Duration.ofMinutes(2));

        dealing.with("released");
        assertThat(dealing.state()).isEqualTo("released");
    }

    @Test
    @DisplayName(
            "EVT-6: a deal without its funds lapses by time itself, and what is information is recorded all the same; with its funds it never does")
    void lapse(World world) throws Exception {
        Dealing lapsing = Dealing.of(world);
        Dealing held = Dealing.of(world).with("funds_held");
        lapsing.pass(Duration.ofDays(3).minusMinutes(2));
        assertThat(lapsing.state()).isEqualTo("open");
        lapsing.pass(Duration.ofMinutes(2));

        assertThat(lapsing.state()).isEqualTo("lapsed");
        assertThat(unmet(lapsing.report("funds_held"))).containsExactly("not_lapsed");
        ok(201, lapsing.report(lapsing.buyer, "example.buyer.note"));
        assertThat(held.state()).isEqualTo("funds_held");
        held.with("accepted", "released");
    }
}
