package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** DEC-3: what a refusal says, and that it says nothing of the floor. */
public final class Dec3 implements Section {

    private static final Set<String> MEMBERS = Set.of("code", "content", "action", "detail");

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final Pattern ENDED = Pattern.compile("[.!?\u2026][\\p{Pe}\\p{Pf}\"']*$");
    // a script may have no full stop
    private static final Pattern NOT_LATIN = Pattern.compile("[\\p{L}&&[^\\p{IsLatin}]]");
    // behind a word that is no abbreviation
    private static final Pattern NEXT_SENTENCE = Pattern.compile(
            "(?<!\\p{L})\\p{Ll}{3,}[.!?\u2026][\\p{Pe}\\p{Pf}\"']* +[\\p{Ps}\\p{Pi}\"']*\\p{Lu}\\p{Ll}* +\\p{L}");

    @Override
    public void register(Suite suite) {
        suite.test("DEC-3.1", Dec3::registered);
        suite.test(
                "DEC-3.2",
                t -> Some.refusals(t).forEach((which, answer) -> {
                    t.that(answer.code() != null, which + " has `code`: " + answer.inShort());
                    t.equal(answer.reason(), answer.code(), "`code` of: " + which + ",");
                }));
        suite.test("DEC-3.3", Dec3::oneSentence);
        suite.test("DEC-3.4", Dec3::action);
        suite.test("DEC-3.5", Dec3::members);
        suite.test("DEC-3.6", Dec3::sameBody);
        suite.test("DEC-3.7", Dec3::sameHeaders);
    }

    private static void registered(Trial t) {
        Set<String> known = t.world().registries().reasonCodes().keySet().stream()
                .map(Reason::code)
                .collect(Collectors.toSet());
        Some.refusals(t)
                .forEach((which, answer) -> t.that(
                        known.contains(String.valueOf(answer.reason())),
                        which + " has one registered reason, not " + answer.inShort()));
    }

    private static void oneSentence(Trial t) {
        Some.refusals(t).forEach((which, answer) -> {
            String content = answer.textAt("content");
            t.that(
                    content != null && isOneSentence(content),
                    which + " has one sentence in `content`, not " + answer.inShort());
        });
    }

    private static boolean isOneSentence(String content) {
        boolean ends =
                ENDED.matcher(content).find() || NOT_LATIN.matcher(content).find();
        return ends
                && !content.isBlank()
                && !LINE_BREAK.matcher(content).find()
                && !NEXT_SENTENCE.matcher(content).find();
    }

    private static void action(Trial t) {
        Map<String, Answer> refusals = Some.refusals(t);
        Map.of("A tier `forbid`", "listing.answer_buyer", "A price below the floor", "offer.create")
                .forEach((which, verb) ->
                        t.equal(verb, Some.of(t, refusals, which).textAt("action"), "`action` of: " + which + ","));
    }

    private static void members(Trial t) {
        Some.refusals(t).forEach((which, answer) -> {
            JsonNode body = answer.json();
            t.that(body.isObject(), which + " has a JSON object as its body: " + answer.inShort());
            List<String> others = new ArrayList<>(body.propertyNames());
            others.removeAll(MEMBERS);
            t.that(others.isEmpty(), which + " has no member " + others + ": " + answer.inShort());
            t.that(
                    !body.has("detail") || body.get("detail").isObject(),
                    which + " has an object as `detail`: " + answer.inShort());
        });
    }

    private static void sameBody(Trial t) {
        Scene scene = t.scene();
        List<Answer> answers = belowFloor(t, scene, scene.listing());
        for (Answer answer : answers) {
            t.equal(answers.getFirst().text(), answer.text(), "The body of `below_floor` at another distance");
        }
    }

    /** A header tells of the distance if it is the same at the same distance, on both listings, and not at another. */
    private static void sameHeaders(Trial t) {
        Scene scene = t.scene();
        Listing one = scene.listing();
        Listing other = scene.listing(terms -> {
            terms.withObject("/floor").put("amount", one.floor());
            return terms;
        });
        List<Map<String, String>> there = headers(belowFloor(t, scene, one));
        List<Map<String, String>> here = headers(belowFloor(t, scene, other));
        Set<String> names = new TreeSet<>();
        there.forEach(each -> names.addAll(each.keySet()));
        for (String name : names) {
            List<String> values =
                    there.stream().map(each -> each.getOrDefault(name, "none")).toList();
            boolean again = values.equals(
                    here.stream().map(each -> each.getOrDefault(name, "none")).toList());
            t.that(
                    !again || Set.copyOf(values).size() == 1,
                    "The header `" + name + "` of `below_floor` is the same at every distance, not " + values);
        }
    }

    private static List<Answer> belowFloor(Trial t, Scene scene, Listing listing) {
        List<Answer> answers = new ArrayList<>();
        for (long amount : List.of(1L, listing.floor() / 2, listing.floor() - 1)) {
            answers.add(t.control(scene.offer(scene.buyer(), listing, amount), 403));
        }
        return answers;
    }

    private static List<Map<String, String>> headers(List<Answer> answers) {
        return answers.stream().map(Dec3::headers).toList();
    }

    private static Map<String, String> headers(Answer answer) {
        Map<String, String> all = new TreeMap<>();
        answer.fields()
                .forEach(field -> all.merge(
                        field.name().toLowerCase(Locale.ROOT),
                        field.value(),
                        (first, second) -> first + ", " + second));
        return all;
    }
}
