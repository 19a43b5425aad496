package dev.rctp.conformance.report;

import com.nimbusds.jose.util.Base64URL;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.wire.Exchange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of what people read: by value those of the plan and those that a test's own exchanges show to be
 * secrets, wherever they turn up again; by shape all that stands where a secret stands.
 */
public final class Redaction {

    /** What stands in a secret's place. */
    public static final String REDACTED = "[redacted]";

    private static final int SHORTEST = 8;
    private static final int MOST_LEARNED = 200;
    private static final Pattern AUTHORIZATION =
            Pattern.compile("(?im)^(\"?(?:proxy-)?authorization\"?(?:;[a-z]+)*[ \\t]*:[ \\t]*)"
                    + "(?:([\\w!#$%&'*+.^`|~-]+)[ \\t]+)?([^\\r\\n]+)");
    private static final Pattern SCHEME =
            Pattern.compile("(?i)\\b(Bearer|Basic|DPoP)([ +]|%20)([A-Za-z0-9._~+/-]{8,}=*)");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)(^|[?&\\s])((?:access_|refresh_|subject_)?token|ticket"
                    + "|client_secret|client_assertion|assertion|code_verifier)=([^&\\s\"#]+)");
    private static final Pattern MEMBER = Pattern.compile(
            "(?i)(\"(?:(?:access_|refresh_|id_|subject_)?token|ticket"
                    + "|client_secret|secret|password|bearer|authorization|seed)\"\\s*:\\s*\")(?!\")([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+){0,99})");
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("(\"(?:d|p|q|dp|dq|qi|k)\"\\s*:\\s*\")([A-Za-z0-9_-]{16,})\"");
    private static final Pattern PATH_TICKET = Pattern.compile("(/enroll/)([A-Za-z0-9._~%-]{8,})");
    private static final Pattern USER_INFO = Pattern.compile("(://[^/@\\s:]+:)([^/@\\s]+)@");
    private static final Pattern JWS =
            Pattern.compile("(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,}+)\\.([A-Za-z0-9_-]++)\\.([A-Za-z0-9_-]{16,}+)");
    private static final Pattern TYP = Pattern.compile("\"typ\"\\s*:\\s*\"([^\"]*)\"");

    private final List<String> values;

    private Redaction(Set<String> values) {
        this.values = values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Knows the plan's secrets. */
    public static Redaction of(Plan plan) {
        Plan.RunnerSite site = plan.runner();
        Set<String> secrets = new LinkedHashSet<>();
        add(secrets, site.clientSecret());
        add(secrets, site.seed());
        secrets.add(Base64.getEncoder()
                .encodeToString((site.clientId() + ":" + site.clientSecret()).getBytes(StandardCharsets.UTF_8)));
        Plan.Management management = plan.target().management();
        if (management != null) {
            add(secrets, management.bearer());
        }
        Plan.OtherServer other = plan.otherServer();
        Plan.Client tester = other == null ? null : other.introspection();
        if (tester != null) {
            add(secrets, tester.secret());
        }
        return new Redaction(secrets);
    }

    private static void add(Set<String> secrets, String secret) {
        secrets.add(secret);
        secrets.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
    }

    /** Knows also what these exchanges show to be secrets. */
    Redaction with(List<Exchange> exchanges) {
        Set<String> learned = new LinkedHashSet<>(values);
        for (Exchange one : exchanges) {
            learn(VisibleText.of(one.request()), learned);
            learn(VisibleText.of(one.response()), learned);
        }
        return new Redaction(learned);
    }

    private static void learn(String text, Set<String> learned) {
        for (Pattern pattern : List.of(AUTHORIZATION, SCHEME, PARAMETER, MEMBER, PRIVATE_KEY, PATH_TICKET)) {
            Matcher found = pattern.matcher(text);
            while (learned.size() < MOST_LEARNED && found.find()) {
                String value = found.group(found.groupCount()).strip();
                learned.add(value);
                // members hold them with their scheme
                learned.add(value.substring(value.lastIndexOf(' ') + 1));
            }
        }
        JWS.matcher(text)
                .results()
                .filter(Redaction::isBearer)
                .limit(MOST_LEARNED)
                .forEach(found -> learned.add(found.group()));
    }

    /** The text without secrets. */
    public String text(String text) {
        String out = text;
        for (String value : values) {
            out = out.replace(value, REDACTED);
        }
        out = AUTHORIZATION
                .matcher(out)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + (found.group(2) == null ? "" : found.group(2) + " ") + REDACTED));
        out = SCHEME.matcher(out).replaceAll("$1$2" + REDACTED);
        out = PARAMETER.matcher(out).replaceAll("$1$2=" + REDACTED);
        out = MEMBER.matcher(out).replaceAll("$1" + REDACTED);
        out = PRIVATE_KEY.matcher(out).replaceAll("$1" + REDACTED + "\"");
        out = PATH_TICKET.matcher(out).replaceAll("$1" + REDACTED);
        out = USER_INFO.matcher(out).replaceAll("$1" + REDACTED + "@");
        return JWS.matcher(out).replaceAll(found -> Matcher.quoteReplacement(token(found)));
    }

    /** A text to be shown: without secrets, with all of it visible. */
    public String shown(String text) {
        return VisibleText.visible(text(text));
    }

    /** An exchange to be shown. */
    ShownExchange shown(Exchange exchange) {
        return new ShownExchange(
                exchange.at(),
                exchange.took(),
                VisibleText.shortened(shown(VisibleText.of(exchange.request()))),
                VisibleText.shortened(shown(exchange.base())),
                VisibleText.shortened(shown(VisibleText.of(exchange.response()))));
    }

    private static String token(MatchResult found) {
        if (isBearer(found)) {
            return REDACTED;
        }
        // whoever has a checkout can open its deal, so it is shown without its signature
        return typ(found).equals("rctp-checkout+jwt")
                ? found.group(1) + "." + found.group(2) + "." + REDACTED
                : found.group();
    }

    private static boolean isBearer(MatchResult found) {
        return List.of("rctp-enroll+jwt", "at+jwt", "").contains(typ(found));
    }

    private static String typ(MatchResult found) {
        String header = new Base64URL(found.group(1)).decodeToString();
        Matcher typ = TYP.matcher(header);
        return typ.find() ? typ.group(1) : "";
    }
}
