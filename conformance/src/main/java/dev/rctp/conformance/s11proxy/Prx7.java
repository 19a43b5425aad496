package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.RawAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** PRX-7: requests that two readers could read in two ways. */
public final class Prx7 implements Section {

    /** What is as good as 400: 501 for a coding that isn't known (RFC 9112 section 6.1), 413 for a size past all bounds. */
    private static final Map<String, Integer> ALSO = Map.of("PRX-7.5", 501, "PRX-7.11", 413);

    private final Map<String, Function<Framing, List<String>>> bad = bad();

    private static Map<String, Function<Framing, List<String>>> bad() {
        Map<String, Function<Framing, List<String>>> all = new LinkedHashMap<>();
        all.put("PRX-7.1", f -> List.of(f.adding("Transfer-Encoding: chunked"), both(f)));
        all.put("PRX-7.2", f -> List.of(f.twice("Content-Length"), f.adding("Content-Length: 3")));
        all.put(
                "PRX-7.3",
                f -> Stream.of("+5", "5, 5", "-1", "0x5", "5 5").map(f::length).toList());
        all.put("PRX-7.4", f -> List.of(f.chunked().replaceFirst(" HTTP/1\\.1\r\n", " HTTP/1.0\r\n")));
        all.put(
                "PRX-7.5",
                f -> Stream.of("gzip, chunked", "identity", "chunked, chunked", "xchunked")
                        .map(encoding -> f.chunked(encoding, f.size(), "\r\n"))
                        .toList());
        all.put(
                "PRX-7.6",
                f -> List.of(
                        f.adding("X-Space : 1"),
                        f.plain().replaceFirst("\r\nContent-Length:", "\r\nContent-Length :")));
        all.put(
                "PRX-7.8",
                f -> List.of(
                        f.plain().replaceFirst("\r\n", "\n"),
                        f.adding("X-Bare: 1\nX-More: 2"),
                        f.chunked("chunked", f.size(), "\n")));
        all.put(
                "PRX-7.9",
                f -> List.of(
                        "\u0000" + f.plain(),
                        "\u0001" + f.plain(),
                        f.adding("X-Control: a\u0001b"),
                        f.adding("X-Control: a\u0000b"),
                        f.firstLine(f.firstLine().replaceFirst(" HTTP", "\u0007 HTTP"))));
        all.put(
                "PRX-7.10",
                f -> List.of(
                        f.chunked("chunked", f.size() + ";a=1", "\r\n"),
                        f.chunked("chunked", f.size() + ";a=\"x\r\ny\"", "\r\n")));
        all.put(
                "PRX-7.11",
                f -> Stream.of("0x" + f.size(), "+" + f.size(), " " + f.size(), "fffffffffffffffff")
                        .map(size -> f.chunked("chunked", size, "\r\n"))
                        .toList());
        all.put("PRX-7.12", f -> List.of(f.twice("Host"), f.adding("Host: other.example")));
        all.put("PRX-7.13", f -> List.of(f.twice("Authorization"), f.adding("Authorization: Bearer other")));
        all.put("PRX-7.14", f -> List.of(f.twice("UCP-Agent")));
        all.put("PRX-7.15", f -> List.of(f.twice("Idempotency-Key")));
        all.put(
                "PRX-7.16",
                f -> List.of(
                        f.firstLine(f.firstLine().replaceFirst(" HTTP", "#x HTTP")),
                        f.firstLine(f.firstLine().replaceFirst("/([^/]+) HTTP", "\\\\$1 HTTP")),
                        f.firstLine(f.firstLine().replaceFirst(" HTTP", "\u00e9 HTTP"))));
        return all;
    }

    /** Both in one, and right by either. */
    private static String both(Framing f) {
        String chunked = f.chunked();
        int body = chunked.length() - chunked.indexOf("\r\n\r\n") - 4;
        return chunked.replaceFirst("\r\n\r\n", "\r\nContent-Length: " + body + "\r\n\r\n");
    }

    @Override
    public void register(Suite suite) {
        bad.forEach((id, requests) -> suite.test(id, t -> {
            Passing passing = control(t);
            for (String request : requests.apply(framing(t, passing))) {
                RawAnswer answer = t.raw(Framing.octets(request));
                t.that(
                        answer.status() == 400 || answer.status() == ALSO.getOrDefault(id, 400),
                        "The request was to be 400, not "
                                + (answer.status() == 0 ? "without an answer" : answer.status()));
            }
        }));
        suite.test("PRX-7.7", Prx7::folded);
        suite.test("PRX-7.17", this::closes);
        suite.test("PRX-7.18", this::nothingArrives);
    }

    /** A fold may be refused, or read as a space (RFC 9112 section 5.2). */
    private static void folded(Trial t) {
        Passing passing = control(t);
        for (String fold : List.of("X-Folded: 1\r\n 2", "X-Folded: 1\r\n\t2")) {
            RawAnswer answer = t.raw(Framing.octets(closing(framing(t, passing).adding(fold))));
            t.that(
                    answer.status() == 400 || answer.status() == 200,
                    "The request was to be 400, or read as one with a line, not "
                            + (answer.status() == 0 ? "without an answer" : answer.status()));
        }
        for (Received got : passing.arrived()) {
            String line = Objects.requireNonNullElse(got.header("X-Folded"), "1 2");
            t.that(line.matches("1[ \t]+2"), "The folded line was to be one line, not " + line);
        }
    }

    /** The same request in its plain form, and in chunks, is carried out. */
    private static Passing control(Trial t) {
        Passing passing = Passing.of(t);
        RawAnswer plain = t.raw(Framing.octets(closing(framing(t, passing).plain())));
        t.blockedUnless(plain.status() == 200, "The control was answered " + plain.status());
        RawAnswer chunked = t.raw(Framing.octets(closing(framing(t, passing).chunked())));
        t.blockedUnless(chunked.status() == 200, "The control in chunks was answered " + chunked.status());
        return passing;
    }

    private static String closing(String request) {
        return request.replaceFirst("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    }

    private static Framing framing(Trial t, Passing passing) {
        return new Framing(t.prepare(passing.call()).request());
    }

    private void closes(Trial t) {
        Passing passing = control(t);
        for (String id : List.of("PRX-7.1", "PRX-7.2", "PRX-7.8", "PRX-7.12")) {
            for (String request : of(id, t, passing)) {
                RawAnswer answer =
                        t.raw(Framing.octets(request + framing(t, passing).plain()));
                t.blockedUnless(answer.status() == 400, "A request of " + id + " was not answered 400.");
                t.equal(List.of(400), answer.statuses(), "The statuses on a connection after such a request");
                t.that(answer.closed(), "The connection was to be closed.");
            }
        }
    }

    private List<String> of(String id, Trial t, Passing passing) {
        return bad.getOrDefault(id, f -> List.of()).apply(framing(t, passing));
    }

    private void nothingArrives(Trial t) {
        Passing passing = control(t);
        int before = passing.arrived().size();
        List<String> requests = new ArrayList<>();
        bad.keySet().forEach(id -> requests.addAll(of(id, t, passing)));
        requests.forEach(request -> t.raw(Framing.octets(request)));
        t.equal(before, passing.arrived().size(), "The number of calls that reached the marketplace");
    }
}
