package dev.rctp.conformance.s01words;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Money, times in requests, and I-JSON (WRD-13 to WRD-23). */
public final class Values implements Section {

    private static final long MOST = 9_007_199_254_740_991L;
    private static final int DEEP = 16;
    private static final int TOO_DEEP = 33;
    private static final int FAR_TOO_DEEP = 50_000;

    @Override
    public void register(Suite suite) {
        suite.test("WRD-13", Values::times);
        suite.test(
                "WRD-14",
                money("\"amount\":\"10000000\"", "\"amount\":10000000.5", "\"amount\":1e7", "\"amount\":null"));
        suite.test("WRD-15", money("\"amount\":-1", "\"amount\":-10000000"));
        suite.test("WRD-16", money("\"amount\":9007199254740992", "\"amount\":18446744073709551616"));
        suite.test("WRD-17", Values::bounds);
        suite.test("WRD-18", currencies());
        suite.test("WRD-19", Values::incomplete);
        suite.test(
                "WRD-20", json("{\"text\":\"Yes.\",\"text\":\"Yes.\"}", "{\"text\":\"Yes.\",\"t\\u0065xt\":\"No.\"}"));
        suite.test(
                "WRD-21", json("{\"text\":\"\\ud800\"}", "{\"text\":\"a\\udc00b\"}", "{\"text\":\"\\udc00\\ud800\"}"));
        suite.test("WRD-22", Values::notUtf8);
        suite.test("WRD-23", t -> {
            json(nested(TOO_DEEP), nested(FAR_TOO_DEEP)).run(t);
            deepResponse(t);
        });
    }

    /** An offer at the list price; its amount stands in the body as {@code "amount":10000000}. */
    private static Call offer(Trial t) {
        Scene scene = t.scene();
        return scene.offer(scene.buyer(), scene.listing(), Scene.LIST_PRICE);
    }

    private static void invalid(Trial t, Call call) {
        t.refused(t.send(call), 400, "request_invalid");
    }

    private static Call text(Call call, String body) {
        return call.body(body.getBytes(StandardCharsets.UTF_8), "application/json");
    }

    private static String body(Call call) {
        byte[] octets = call.body();
        return octets == null ? "" : new String(octets, StandardCharsets.UTF_8);
    }

    private static Test money(String... amounts) {
        return t -> {
            Call good = offer(t);
            t.control(good, 201);
            for (String amount : amounts) {
                invalid(t, text(good, body(good).replace("\"amount\":" + Scene.LIST_PRICE, amount)));
            }
        };
    }

    private static Test currencies() {
        return t -> {
            Call good = offer(t);
            t.control(good, 201);
            for (String currency : List.of("\"eur\"", "\"EURO\"", "\"E1R\"", "\"\"", "978", "null")) {
                invalid(t, text(good, body(good).replace("\"EUR\"", currency)));
            }
        };
    }

    private static void bounds(Trial t) {
        Scene scene = t.scene();
        t.refused(t.send(scene.offer(scene.buyer(1), scene.listing(), 0)), 403, "below_floor");
        t.accepted(t.send(scene.offer(scene.buyer(2), scene.listing(), MOST)), 201);
    }

    private static void incomplete(Trial t) {
        Call good = offer(t);
        t.control(good, 201);
        ObjectNode noAmount = Json.object().put("currency", "EUR");
        ObjectNode noCurrency = Json.object().put("amount", Scene.LIST_PRICE);
        ObjectNode more = Json.eur(Scene.LIST_PRICE).put("exponent", 2);
        for (ObjectNode price : List.of(noAmount, noCurrency, more)) {
            ObjectNode terms = Json.dealTerms(price, "shipping", "escrow");
            invalid(t, good.json(Json.object().set("deal_terms", terms)));
        }
    }

    private static void times(Trial t) {
        Call good = offer(t);
        Instant hence = t.world().clock().now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
        t.control(until(good, hence.toString()), 201);
        String local = hence.toString().replace("Z", "");
        for (String time :
                List.of(local, local + "+00:00", local + "+02:00", local.replace('T', ' ') + "Z", "tomorrow")) {
            invalid(t, until(good, time));
        }
        invalid(t, text(good, body(good).replaceFirst("\\{", "{\"expires_at\":" + hence.getEpochSecond() + ",")));
    }

    private static Call until(Call offer, String time) {
        ObjectNode changed = Json.object().put("expires_at", time);
        changed.set("deal_terms", Json.dealTerms(Scene.LIST_PRICE));
        return offer.json(changed);
    }

    /** Bodies in place of that of an answer to a buyer. */
    private static Test json(String... bodies) {
        return t -> {
            Call good = t.scene().answerBuyer(t.scene().listing(), "Yes.");
            t.control(good);
            for (String body : bodies) {
                invalid(t, text(good, body));
            }
        };
    }

    private static String nested(int depth) {
        return "{\"text\":\"Yes.\",\"more\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
    }

    /** The extension results of a passkey's answer are free in all but their depth (WebAuthn Level 3). */
    private static void deepResponse(Trial t) {
        Answer heard = respond(t, asked(t), DEEP);
        t.blockedUnless(heard.status() == 200, "The seller's no was not heard: " + heard.inShort());
        Asked asked = asked(t);
        Answer answer = respond(t, asked, TOO_DEEP);
        t.blockedUnless(answer.status() != 429, "The target's limits left no room: " + answer.inShort());
        t.that(
                answer.status() / 100 == 4,
                "A seller's answer that is nested " + TOO_DEEP + " deep was to be refused, not " + answer.inShort());
    }

    private static Asked asked(Trial t) {
        Scene scene = t.scene();
        return scene.askBy("answer_buyer", scene.answerBuyer(scene.listing(), "Yes."));
    }

    /** A no whose body is so deep. */
    private static Answer respond(Trial t, Asked asked, int depth) {
        ObjectNode credential = t.scene().seller().passkey().assertion(asked.challenge(asked.page(), "decline"));
        ObjectNode results = credential.putObject("clientExtensionResults");
        ArrayNode inner = results.putArray("more");
        for (int levels = 4; levels < depth; levels++) {
            inner = inner.addArray();
        }
        return asked.respond("decline", credential);
    }

    private static void notUtf8(Trial t) {
        Call good = t.scene().answerBuyer(t.scene().listing(), "Yes.");
        t.control(good);
        for (String octets : List.of("\u00ff", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00e2\u0082")) {
            byte[] body = ("{\"text\":\"" + octets + "\"}").getBytes(StandardCharsets.ISO_8859_1);
            invalid(t, good.body(body, "application/json"));
        }
        invalid(t, good.body("{\"text\":\"Yes.\"}".getBytes(StandardCharsets.UTF_16BE), "application/json"));
    }
}
