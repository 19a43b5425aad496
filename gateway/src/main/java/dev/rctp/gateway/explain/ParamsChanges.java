package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.BaseText.Line;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.VerificationKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What signers put into the line {@code @signature-params} (RFC 9421 2.3). */
final class ParamsChanges {

    private static final Pattern PARAMETER = Pattern.compile(";([a-z]+)(=(?:\"[^\"]*\"|[^;\"]+))?");
    private static final int MOST_PERMUTED = 5;

    private final String list;
    private final List<String> parameters = new ArrayList<>();
    private final Map<String, Change> changes = new LinkedHashMap<>();

    private ParamsChanges(SignatureInput input) {
        String whole = input.serialize();
        int end = whole.lastIndexOf(')') + 1;
        this.list = whole.substring(0, end);
        Matcher matcher = PARAMETER.matcher(whole.substring(end));
        while (matcher.find()) {
            parameters.add(matcher.group());
        }
    }

    static List<Change> of(SignatureInput input, String written, List<CandidateKey> keys) {
        ParamsChanges all = new ParamsChanges(input);
        String whole = input.serialize();
        all.add(
                Mistake.PARAMS_SPELLING,
                "The signer signed Signature-Input as written, which is not its canonical text.",
                written);
        all.add(Mistake.PARAMS_LABEL, "The signer left the label in @signature-params.", "sig1=" + whole);
        all.add(Mistake.PARAMS_LABEL, "The signer left the label in @signature-params.", "sig1=" + written);
        all.orders(new ArrayList<>(), all.parameters);
        all.others(keys.stream().map(CandidateKey::key).toList());
        all.spellings();
        all.changes.remove(whole);
        return List.copyOf(all.changes.values());
    }

    private void orders(List<String> chosen, List<String> rest) {
        if (rest.isEmpty()) {
            add(
                    Mistake.PARAMS_ORDER,
                    "The signer has the parameters in another order.",
                    list + String.join("", chosen));
        }
        if (parameters.size() > MOST_PERMUTED) {
            return;
        }
        for (String next : rest) {
            List<String> more = new ArrayList<>(chosen);
            more.add(next);
            orders(more, rest.stream().filter(other -> !other.equals(next)).toList());
        }
    }

    private void others(List<VerificationKey> keys) {
        String whole = list + String.join("", parameters);
        other("has no parameters there", list);
        for (String left : parameters) {
            List<String> rest = parameters.stream().filter(p -> !p.equals(left)).toList();
            other("left out " + left.substring(1).replaceFirst("=.*", ""), list + String.join("", rest));
        }
        for (VerificationKey key : keys) {
            String alg = ";alg=\"" + key.algorithm().httpName() + "\"";
            other("added alg", whole + alg);
            other("added alg", list + alg + String.join("", parameters));
            other("added keyid", whole + ";keyid=\"" + key.thumbprint() + "\"");
        }
        other("has only the parameters there", String.join("", parameters).replaceFirst("^;", ""));
    }

    private void spellings() {
        String whole = list + String.join("", parameters);
        spelling("a space behind each ;", whole.replace(";", "; "));
        spelling("commas between components", list.replace("\" \"", "\", \"") + String.join("", parameters));
        spelling("commas between components", list.replace("\" \"", "\",\"") + String.join("", parameters));
        spelling("no quotes around components", list.replace("\"", "") + String.join("", parameters));
        spelling("no quotes around keyid", list + String.join("", parameters).replace("\"", ""));
        spelling("a number in quotes", whole.replaceAll(";(created|expires)=([0-9]+)", ";$1=\"$2\""));
        spelling("no parentheses", whole.replaceFirst("\\(", "").replaceFirst("\\)", ""));
        spelling("colons around it", ":" + whole + ":");
        spelling("a space at the end", whole + " ");
    }

    private void spelling(String words, String value) {
        add(Mistake.PARAMS_SPELLING, "The signer's @signature-params has " + words + ".", value);
    }

    private void other(String words, String value) {
        add(Mistake.PARAMS_OTHER, "The signer " + words + ", in @signature-params.", value);
    }

    private void add(Mistake mistake, String sentence, String value) {
        changes.putIfAbsent(
                value,
                new Change(
                        mistake,
                        sentence,
                        "\"@signature-params\"",
                        base -> base.mapLines((Line line) -> line.isParams() ? line.valued(value) : line)));
    }
}
