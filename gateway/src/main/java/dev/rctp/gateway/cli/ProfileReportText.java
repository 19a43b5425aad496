package dev.rctp.gateway.cli;

import dev.rctp.msgsig.profile.ProfileFault;
import dev.rctp.msgsig.profile.ProfileReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A profile's faults, for a person and for a program. */
final class ProfileReportText {

    private ProfileReportText() {}

    /** Each fault with its clause, its place and how to mend it, and a last line on what it all means. */
    static List<String> lines(ProfileReport report) {
        List<String> lines = new ArrayList<>();
        for (ProfileFault fault : report.faults()) {
            String place = fault.path().isEmpty() ? "" : " at " + fault.path();
            lines.add(word(fault.effect()) + " (" + fault.clause() + ")" + place + ": " + told(fault.sentence()));
            lines.add("    " + fault.mend());
        }
        lines.add(summary(report));
        return lines;
    }

    private static String word(ProfileFault.Effect effect) {
        return switch (effect) {
            case REFUSED -> "refused";
            case KEY_SKIPPED -> "key skipped";
            case UCP_INVALID -> "not UCP";
            case ADVICE -> "advice";
        };
    }

    private static String summary(ProfileReport report) {
        if (!report.accepted()) {
            return "Gateways refuse this profile, and every call that names it (operator_unknown).";
        }
        String keys = report.keys().isEmpty() ? "no key" : String.join(", ", report.keys());
        return report.passed()
                ? "Nothing is wrong with it. Keys for signatures: " + keys
                : "Gateways accept this profile, but it has faults. Keys for signatures: " + keys;
    }

    /** A sentence that begins with the name of a member keeps it as it is written. */
    private static String told(String sentence) {
        return sentence.matches("its? .*") ? "I" + sentence.substring(1) : sentence;
    }

    /** {@code accepted}, {@code passed}, {@code keys} and {@code faults}. */
    static ObjectNode json(ProfileReport report) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("accepted", report.accepted())
                .put("passed", report.passed());
        report.keys().forEach(json.putArray("keys")::add);
        ArrayNode faults = json.putArray("faults");
        for (ProfileFault fault : report.faults()) {
            faults.addObject()
                    .put("effect", fault.effect().name().toLowerCase(Locale.ROOT))
                    .put("clause", fault.clause())
                    .put("path", fault.path())
                    .put("sentence", fault.sentence())
                    .put("mend", fault.mend());
        }
        return json;
    }
}
