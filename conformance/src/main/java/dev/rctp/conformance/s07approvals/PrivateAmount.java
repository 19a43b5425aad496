package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Trial;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A floor that has to stay private (INV-1), odd enough to be known wherever it turns up.
 *
 * @param amount in minor units of euros
 */
public record PrivateAmount(long amount) {

    private static final String SEPARATOR =
            "(?:[ .,'\u00a0\u2009\u202f\u2019]|&(?:nbsp|thinsp|#160|#8239|#x(?:a0|202f));)";
    private static final int LEAST = 6_000_011;
    private static final int MOST = 7_989_989;

    /** A fresh one, below each list price here. */
    public static PrivateAmount random(Trial trial) {
        int odd = LEAST;
        while (odd % 100 == 0 || odd % 10 == 0 || odd == LEAST) {
            odd = trial.world().random().nextInt(LEAST, MOST);
        }
        return new PrivateAmount(odd);
    }

    /** As a member of terms. */
    public ObjectNode money() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("amount", Math.toIntExact(amount))
                .put("currency", "EUR");
    }

    /** Proposed by this body. */
    public ObjectNode propose(ObjectNode body) {
        ObjectNode proposed = JsonNodeFactory.instance.objectNode();
        proposed.set("floor", money());
        body.set("proposed_terms", proposed);
        return body;
    }

    /** Whether the text has it, in minor units or written out. */
    public boolean isIn(String text) {
        return spellings().matcher(text).find();
    }

    /** Whole euros alone are none: five digits are in many a token. */
    private Pattern spellings() {
        String digits = Long.toString(amount);
        String grouped = Long.toString(amount / 100).replaceAll("(?<=\\d)(?=(\\d{3})+$)", SEPARATOR + "?");
        String cents = String.format(Locale.ROOT, "%02d", amount % 100);
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(digits.getBytes(StandardCharsets.UTF_8));
        return Pattern.compile("(?<![0-9])(?:" + digits + "|" + grouped + "[.,]" + cents + ")(?![0-9])"
                + "|(?i:(?<![0-9A-Z])(?:0x)?" + Long.toHexString(amount) + "(?![0-9A-Z]))|" + encoded);
    }
}
