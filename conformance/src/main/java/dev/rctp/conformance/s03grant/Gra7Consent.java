package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** GRA-7 on the consent page, as far as its text can be judged in any layout and wording. */
final class Gra7Consent implements Section {

    private static final String ANSWER = "dev.rctp.listing:answer_buyer";
    private static final String ACCEPT = "dev.rctp.deal:offer_accept";
    private static final Pattern PRICE =
            Pattern.compile("(?:EUR|USD|GBP|CHF|JPY|[€$£¥])\\s?\\d|\\d\\s?(?:EUR|USD|GBP|CHF|JPY|[€£¥])");
    private static final int MOST_DAYS = 90;
    private static final Pattern DURATION =
            Pattern.compile("(?<!\\d)(?:(?:[1-9]|[1-8]\\d|90) days?|(?:[1-9]|1[0-2]) weeks?|[1-3] months?)\\b");
    private static final List<String> FORMS = List.of(
            "uuuu-MM-dd",
            "d MMMM uuuu",
            "MMMM d, uuuu",
            "d MMM uuuu",
            "MMM d, uuuu",
            "dd.MM.uuuu",
            "d.M.uuuu",
            "dd/MM/uuuu",
            "MM/dd/uuuu");

    @Override
    public void register(Suite suite) {
        suite.test("GRA-7.11", Gra7Consent::whoRunsIt);
        suite.test("GRA-7.12", Gra7Consent::eachVerb);
        suite.test("GRA-7.13", Gra7Consent::whetherItAsks);
        suite.test("GRA-7.14", Gra7Consent::untilWhen);
        suite.test(
                "GRA-7.15",
                t -> t.that(
                        !PRICE.matcher(page(t, Map.of(ANSWER, "auto", ACCEPT, "ask")))
                                .find(),
                        "The page shows no price."));
    }

    /** What the page shows for these tiers, without its markup. */
    private static String page(Trial t, Map<String, String> tiers) {
        Asking asking = new Asking(t);
        String page = asking.server()
                .visit(asking.parameters(tiers, UnaryOperator.identity()))
                .page();
        t.blockedUnless(!page.isEmpty(), "The consent door told of no page.");
        return page.replaceAll("(?s)<(?:style|script)\\b.*?</(?:style|script)>", " ")
                .replaceAll("<[^>]*>", " ")
                .replaceAll("\\s+", " ");
    }

    private static void whoRunsIt(Trial t) {
        String company = t.world()
                .operators()
                .operator(t.scene().sellerAgent().operator())
                .identity()
                .legalEntity();
        t.that(page(t, Map.of(ANSWER, "auto")).contains(company), "The page names " + company + ".");
    }

    private static void eachVerb(Trial t) {
        t.that(
                says(t, Map.of(ANSWER, "auto", ACCEPT, "auto"), Map.of(ANSWER, "auto")),
                "The page says more where one more verb is asked for.");
    }

    private static void whetherItAsks(Trial t) {
        t.that(
                says(t, Map.of(ANSWER, "ask"), Map.of(ANSWER, "auto"))
                        || says(t, Map.of(ANSWER, "auto"), Map.of(ANSWER, "ask")),
                "The page says something else where the verb asks.");
    }

    /**
     * Whether each page for the first tiers says what no page for the others does. They are looked at in turn, so that what
     * differs from view to view, such as the time of day, can't be it.
     */
    private static boolean says(Trial t, Map<String, String> tiers, Map<String, String> others) {
        Set<String> always = words(page(t, tiers));
        Set<String> elsewhere = words(page(t, others));
        always.retainAll(words(page(t, tiers)));
        elsewhere.addAll(words(page(t, others)));
        always.removeAll(elsewhere);
        return !always.isEmpty();
    }

    /** The words of a page, each with the one before it. */
    private static Set<String> words(String page) {
        Set<String> all = new HashSet<>();
        String before = "";
        for (String word : page.strip().split(" ", -1)) {
            all.add(before + " " + word);
            before = word;
        }
        return all;
    }

    private static void untilWhen(Trial t) {
        String page = page(t, Map.of(ANSWER, "auto"));
        LocalDate today = LocalDate.ofInstant(t.world().clock().now(), ZoneOffset.UTC);
        t.that(
                DURATION.matcher(page).find()
                        || LongStream.rangeClosed(0, MOST_DAYS)
                                .mapToObj(today::plusDays)
                                .flatMap(Gra7Consent::written)
                                .anyMatch(page::contains),
                "The page has a date at most " + MOST_DAYS + " days from now.");
    }

    private static Stream<String> written(LocalDate day) {
        Stream<DateTimeFormatter> plain = FORMS.stream().map(form -> DateTimeFormatter.ofPattern(form, Locale.ENGLISH));
        Stream<DateTimeFormatter> localized = Locale.availableLocales()
                .flatMap(locale -> Stream.of(FormatStyle.LONG, FormatStyle.MEDIUM)
                        .map(style -> DateTimeFormatter.ofLocalizedDate(style).withLocale(locale)));
        return Stream.concat(plain, localized).map(form -> form.format(day));
    }
}
