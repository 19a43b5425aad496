package dev.rctp.conformance.vectors;

import dev.rctp.registries.Reason;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Values of {@code RCTP-Decision} (DEC-2). */
final class DecisionVectors {

    private static final String ASK = "ask;approval_id=\"" + Cast.APPROVAL + "\";expires_in=900;on_timeout=deny";

    private final VectorFile file =
            new VectorFile("decisions", "Values of the field RCTP-Decision and what they say (schema decision).");

    VectorFile make() {
        good("auto", "Carried out.", "auto", "{'decision':'auto'}");
        good("auto-spaces", "Space around an Item is none of it.", "  auto ", "{'decision':'auto'}");
        good("ask", "The seller is asked.", ASK, asked(900));
        good("ask-order", "Parameters have no order.", reordered(), asked(0));
        good("ask-space", "A space after a semicolon.", ASK.replace(";", "; "), asked(900));
        good("ask-last-wins", "RFC 9651: the last of two equal keys counts.", ASK + ";expires_in=5", asked(5));
        good(
                "forbid-no-action",
                "A refusal that can't name an action.",
                "forbid;reason=operator_unknown",
                "{'decision':'forbid','reason':'operator_unknown'}");
        for (Reason code : Reason.values()) {
            String reason = code.name().toLowerCase(Locale.ROOT);
            good(
                    "forbid-" + reason,
                    "DEC-3: a registered reason.",
                    "forbid;action=\"offer.accept\";reason=" + reason,
                    "{'decision':'forbid','action':'offer.accept','reason':'" + reason + "'}");
        }
        bad("empty", "No value.", "");
        bad("capitals", "Tokens are compared by octets.", "AUTO");
        bad("string", "A String instead of a Token.", "\"auto\"");
        bad("unknown", "Not one of the three.", "maybe");
        bad("list", "A list of decisions.", "auto, auto");
        bad("dictionary", "A dictionary.", "decision=auto");
        bad("tail", "Something behind the Item.", "auto x");
        bad("open-parameter", "A semicolon with nothing behind it.", "auto;");
        bad("auto-with-reason", "auto has no reason.", "auto;reason=below_floor");
        bad("ask-no-approval", "ask without approval_id.", "ask;expires_in=900;on_timeout=deny");
        bad("ask-no-end", "ask without expires_in.", ASK.replace(";expires_in=900", ""));
        bad("ask-no-timeout", "ask without on_timeout.", ASK.replace(";on_timeout=deny", ""));
        bad("ask-allow", "INV-2: silence is never a yes.", ASK.replace("deny", "allow"));
        bad("ask-id-token", "An approval_id that is a Token.", ASK.replace("\"", ""));
        bad("ask-id-other", "An approval_id of another form.", ASK.replace(Cast.APPROVAL, "apr_1"));
        bad("ask-decimal", "expires_in with a fraction.", ASK.replace("900", "900.0"));
        bad("ask-negative", "expires_in below 0.", ASK.replace("900", "-1"));
        bad("ask-timeout-string", "on_timeout as a String.", ASK.replace("=deny", "=\"deny\""));
        bad("forbid-no-reason", "forbid without a reason.", "forbid;action=\"offer.accept\"");
        bad("forbid-unregistered", "A reason that is not registered.", "forbid;reason=no_mood");
        bad("forbid-reason-string", "A reason as a String.", "forbid;reason=\"below_floor\"");
        bad("forbid-action-token", "An action as a Token.", "forbid;action=offer.accept;reason=below_floor");
        bad("forbid-floor", "INV-1: a floor.", "forbid;reason=below_floor;floor=80000");
        bad("parameter-capital", "A key in capitals.", "forbid;Reason=below_floor");
        bad("string-open", "A String without its end.", "forbid;action=\"offer.accept;reason=below_floor");
        return file;
    }

    private void good(String name, String comment, String field, String parsed) {
        ObjectNode made = file.valid(name, "DEC-2", comment).put("field", field);
        made.putObject("expected").set("decision", Texts.object(parsed));
    }

    private void bad(String name, String comment, String field) {
        ObjectNode made = file.invalid(name, "DEC-2", comment).put("field", field);
        made.putObject("expected").put("fault", "malformed");
    }

    private static String asked(int seconds) {
        return "{'decision':'ask','approval_id':'" + Cast.APPROVAL + "','expires_in':" + seconds
                + ",'on_timeout':'deny'}";
    }

    private static String reordered() {
        return "ask;on_timeout=deny;expires_in=0;approval_id=\"" + Cast.APPROVAL + "\"";
    }
}
