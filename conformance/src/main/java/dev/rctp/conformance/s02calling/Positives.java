package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Scene;
import java.util.ArrayList;
import java.util.List;

/** The calls that sections 2 and 13 change, and the tests that are a change of one of them. */
public final class Positives {

    private static final long PRICE = 50_000;
    private static final String INVALID = "signature_invalid";

    private Positives() {}

    /** One change of a good call; the trial has the time and the actors. */
    @FunctionalInterface
    interface Change {

        /** The call with the change. */
        Call of(Trial trial, Call good) throws Exception;
    }

    /** A buyer's ordinary offer: a write with a body, whose caller needs no grant (LST-6). */
    public static Call write(Trial t) {
        Scene scene = t.scene();
        return scene.offer(scene.buyer(), scene.bareListing(), PRICE);
    }

    /** An answer to a buyer: a write with a grant (GRA-1). */
    public static Call granted(Trial t) {
        Scene scene = t.scene();
        return scene.answerBuyer(scene.listing(), "Yes, with the box.");
    }

    /** A look at a listing's public terms, which any onboarded agent may take (section 15). */
    public static Call read(Trial t) {
        Scene scene = t.scene();
        return scene.read(scene.buyer(), "/listings/" + scene.listing().id() + "/terms");
    }

    /** Whether the call was carried out. */
    public static void carriedOut(Trial t, Answer answer) {
        t.that(
                answer.status() / 100 == 2 && answer.isAuto(),
                "The call was to be carried out, 2xx with `auto`, not " + answer.inShort());
    }

    /** A write with each of these changes is still carried out. */
    static Test accepted(Change... changes) {
        return t -> {
            Call good = write(t);
            for (Change change : changes) {
                carriedOut(t, t.send(change.of(t, good)));
            }
        };
    }

    /** A write with any of these changes is refused as {@code signature_invalid}. */
    static Test refused(Change... changes) {
        return t -> {
            Call good = write(t);
            t.control(good);
            for (Change change : changes) {
                t.refused(t.send(change.of(t, good)), 401, INVALID);
            }
        };
    }

    /** A write with any of these changes is refused as {@code signature_invalid} with this cause. */
    static Test refusedFor(String cause, Change... changes) {
        return t -> {
            Call good = write(t);
            t.control(good);
            for (Change change : changes) {
                t.refused(t.send(change.of(t, good)), 401, INVALID, cause);
            }
        };
    }

    /** The call without this component in its signature. */
    static Call uncovered(Call call, String component) {
        return call.covering(covered ->
                covered.stream().filter(one -> !one.equals(component)).toList());
    }

    /** The call with one more component in its signature. */
    static Call covering(Call call, String component) {
        return call.covering(covered -> {
            List<String> more = new ArrayList<>(covered);
            more.add(component);
            return more;
        });
    }

    /** The call with a signature parameter, as RFC 9651 text. */
    static Call with(Call call, String parameter, String text) {
        return call.params(all -> {
            all.put(parameter, text);
            return all;
        });
    }
}
