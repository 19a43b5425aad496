package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** PRX-4: no other spelling of a governed path is an ungoverned one. */
public final class Prx4Paths implements Section {

    @Override
    public void register(Suite suite) {
        suite.test(
                "PRX-4.12",
                t -> spelled(
                        t,
                        path -> List.of(
                                encoded(path).toLowerCase(Locale.ROOT) + path.substring(2),
                                encoded(path) + path.substring(2),
                                path.substring(0, path.length() - 1) + "%"
                                        + Integer.toHexString(path.charAt(path.length() - 1)),
                                path.replaceFirst("/([^/]+)$", "%2F$1"),
                                path.replaceFirst("/([^/]+)$", "%5C$1"),
                                path.replaceFirst("/([^/]+)$", "%252F$1"))));
        suite.test("PRX-4.13", t -> spelled(t, path -> List.of(otherCase(path), last(path, String::toUpperCase))));
        suite.test(
                "PRX-4.14",
                t -> spelled(
                        t,
                        path -> List.of(
                                "/." + path,
                                "/x/.." + path,
                                "/x/%2e%2e" + path,
                                "/%2E" + path,
                                path.replaceFirst("/([^/]+)$", "/./$1"))));
        suite.test("PRX-4.15", t -> spelled(t, path -> List.of("/" + path, path.replaceFirst("/([^/]+)$", "//$1"))));
        suite.test(
                "PRX-4.16", t -> spelled(t, path -> List.of(path + ";x=1", path.replaceFirst("/([^/]+)$", ";x=1/$1"))));
        suite.test("PRX-4.17", t -> spelled(t, path -> List.of(path + "/")));
        suite.test("PRX-4.18", Prx4Paths::absolute);
        suite.test("PRX-4.19", Prx4Paths::override);
    }

    /** The slash and the first character of the path, percent-encoded. */
    private static String encoded(String path) {
        return String.format(Locale.ROOT, "/%%%02X", (int) path.charAt(1));
    }

    private static String otherCase(String path) {
        char first = path.charAt(1);
        char other = Character.isUpperCase(first) ? Character.toLowerCase(first) : Character.toUpperCase(first);
        return "/" + other + path.substring(2);
    }

    private static String last(String path, UnaryOperator<String> change) {
        int slash = path.lastIndexOf('/');
        return path.substring(0, slash) + change.apply(path.substring(slash));
    }

    /** A signed write and an unsigned read, each under all these spellings of its path. */
    private static void spelled(Trial t, Function<String, List<String>> spellings) {
        Passing passing = Passing.of(t);
        passing.forwarded();
        for (String path : spellings.apply(passing.call().target())) {
            t.blockedUnless(!path.equals(passing.call().target()), "The path " + path + " has no other spelling.");
            bad(t, t.send(passing.call().path(path)), path);
        }
        for (String path : spellings.apply(read(passing))) {
            bad(t, t.exchange(t.world().target().plain("GET", "/", null).withTarget(path), ""), path);
        }
        nothingMore(t, passing);
    }

    private static String read(Passing passing) {
        return "/listings/" + passing.listing().id() + "/terms";
    }

    private static void bad(Trial t, Answer answer, String path) {
        t.that(answer.status() == 400, "The target `" + path + "` was to be 400, not " + answer.inShort());
    }

    private static void nothingMore(Trial t, Passing passing) {
        t.equal(1, passing.arrived().size(), "The number of calls that reached the marketplace");
        t.equal(
                0L,
                t.world().marketplace().requests(passing.listing().id()).stream()
                        .filter(request -> request.method().equals("GET"))
                        .count(),
                "The number of reads that reached the marketplace");
    }

    private static void absolute(Trial t) {
        Passing passing = Passing.of(t);
        passing.forwarded();
        String base = t.world().target().scheme() + "://" + t.world().target().authority();
        String path = passing.call().target();
        for (String target : List.of(base + path, "http://other.example" + path)) {
            bad(t, t.send(passing.call().sent(request -> request.withTarget(target))), target);
        }
        String read = base + read(passing);
        bad(t, t.exchange(t.world().target().plain("GET", "/", null).withTarget(read), ""), read);
        nothingMore(t, passing);
    }

    private static void override(Trial t) {
        Passing passing = Passing.of(t);
        passing.forwarded();
        Call call = passing.call();
        Stream.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")
                .forEach(name -> {
                    bad(t, t.send(call.header(name, "GET")), name);
                    bad(
                            t,
                            t.exchange(
                                    t.world()
                                            .target()
                                            .plain("GET", call.target(), null)
                                            .with(name, "POST"),
                                    ""),
                            name);
                });
        nothingMore(t, passing);
    }
}
