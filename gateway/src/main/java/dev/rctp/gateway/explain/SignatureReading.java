package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Component;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MalformedSignatureException;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.ReceivedSignature;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the two signature fields; what is malformed is mended as a signer may have meant it, and named. */
final class SignatureReading {

    private static final Pattern INPUT_MEMBER =
            Pattern.compile("([A-Za-z*][A-Za-z0-9_.*-]*)\\s*=\\s*(\\(([^)]*)\\)((?:\"[^\"]*+\"|[^,\"]++)*+))");
    private static final Pattern SIGNATURE_MEMBER =
            Pattern.compile("([A-Za-z*][A-Za-z0-9_.*-]*)\\s*=\\s*(\"[^\"]*\"|[^,]+)");
    private static final Pattern COMPONENT = Pattern.compile("[\"']?(@?[^\\s\"',;]+)[\"']?((?:;[^\\s,]+)*)");
    private static final Pattern PARAMETER = Pattern.compile(";\\s*([a-z]+)\\s*=\\s*(\"[^\"]*\"|[^;\"]+)");

    private static final int MOST_CHARACTERS = 8 << 10;

    private final HttpFields fields;
    private final List<Finding> findings = new ArrayList<>();

    private SignatureReading(HttpFields fields) {
        this.fields = fields;
    }

    static SignatureText of(HttpFields fields) {
        return new SignatureReading(fields).read();
    }

    private SignatureText read() {
        String input = fields.combined("signature-input").orElse("");
        String signature = fields.combined("signature").orElse("");
        if (input.length() + signature.length() > MOST_CHARACTERS) {
            found(Mistake.INPUT_MALFORMED, "The signature fields are longer than any gateway takes.");
            return new SignatureText(null, "", List.of(), findings);
        }
        if (input.isEmpty() || signature.isEmpty()) {
            return absent(input, signature);
        }
        if (ReceivedSignature.read(fields, MessageSigner.LABEL)
                instanceof ReceivedSignature.Present(SignatureInput good, byte[] bytes)) {
            Matcher member = member(INPUT_MEMBER, input, MessageSigner.LABEL);
            String written = member == null
                    ? good.serialize()
                    : Objects.requireNonNull(member.group(2)).strip();
            String text = Base64.getEncoder().encodeToString(bytes);
            return new SignatureText(good, written, SignatureForms.ofText(text, List.of()), findings);
        }
        return mend(input, signature);
    }

    private SignatureText absent(String input, String signature) {
        if (signature.matches("(?i).*\\bkeyId=.*")) {
            found(Mistake.CAVAGE_DRAFT, "The Signature header is that of the draft from before RFC 9421.");
        } else if (input.isEmpty() && signature.isEmpty()) {
            found(Mistake.UNSIGNED, "The request has neither Signature-Input nor Signature.");
        } else {
            String missing = input.isEmpty() ? "Signature-Input" : "Signature";
            found(Mistake.HALF_SIGNED, "The request has no " + missing + ".");
        }
        return new SignatureText(null, "", List.of(), findings);
    }

    private SignatureText mend(String input, String signature) {
        String label = label(input, signature);
        Matcher inputMember = member(INPUT_MEMBER, input, label);
        SignatureInput read = inputMember == null ? null : mended(inputMember);
        List<SignatureForm> forms = forms(signature);
        if (findings.isEmpty() || (read == null && findings.stream().noneMatch(SignatureReading::isOfInput))) {
            found(Mistake.INPUT_MALFORMED, strictFault());
        }
        String written = inputMember == null
                ? ""
                : Objects.requireNonNull(inputMember.group(2)).strip();
        return new SignatureText(read, written, forms, findings);
    }

    private static boolean isOfInput(Finding finding) {
        return switch (finding.mistake()) {
            case COMPONENT_UNKNOWN, COMPONENT_TWICE, LABEL_TWICE -> true;
            default -> false;
        };
    }

    private String strictFault() {
        return ReceivedSignature.read(fields, MessageSigner.LABEL)
                        instanceof ReceivedSignature.Malformed(String sentence)
                ? sentence
                : "The signature fields can't be read.";
    }

    /** The label of the input's member to look at; another than sig1 is a finding. */
    private String label(String input, String signature) {
        Set<String> inputs = labels(INPUT_MEMBER, input);
        Set<String> signatures = labels(SIGNATURE_MEMBER, signature);
        boolean listed = inputs.contains(MessageSigner.LABEL);
        String label = listed || inputs.isEmpty()
                ? MessageSigner.LABEL
                : inputs.iterator().next();
        if (!inputs.isEmpty() && !signatures.isEmpty() && !signatures.contains(label)) {
            found(
                    Mistake.LABELS_DIFFER,
                    "Signature-Input has " + String.join(", ", inputs) + ", Signature has "
                            + String.join(", ", signatures) + ".");
        } else if (!inputs.isEmpty() && !listed) {
            found(Mistake.LABEL_NOT_SIG1, "The label is " + String.join(", ", inputs) + ".");
        }
        return label;
    }

    private Set<String> labels(Pattern pattern, String field) {
        Set<String> labels = new LinkedHashSet<>();
        Matcher members = pattern.matcher(field);
        while (members.find()) {
            if (!labels.add(Objects.requireNonNull(members.group(1)))) {
                found(Mistake.LABEL_TWICE, "The label " + members.group(1) + " stands twice in one field.");
            }
        }
        return labels;
    }

    /** The member with this label; null for none. */
    private static @Nullable Matcher member(Pattern pattern, String field, String label) {
        Matcher members = pattern.matcher(field);
        while (members.find()) {
            if (label.equals(members.group(1))) {
                return members;
            }
        }
        return null;
    }

    /** Every member of Signature in every reading; what is wrong with the first is told. */
    private List<SignatureForm> forms(String field) {
        List<SignatureForm> forms = new ArrayList<>();
        Matcher members = SIGNATURE_MEMBER.matcher(field);
        while (members.find()) {
            String value = Objects.requireNonNull(members.group(2)).strip();
            boolean bytes = value.startsWith(":") && value.endsWith(":") && value.length() > 1;
            List<Mistake> written = bytes ? List.of() : List.of(Mistake.SIGNATURE_NOT_BYTES);
            forms.addAll(SignatureForms.ofText(value.replaceAll("^[:\"]+|[:\"]+$", ""), written));
        }
        if (!forms.isEmpty()) {
            forms.getFirst()
                    .mistakes()
                    .forEach(mistake -> found(mistake, "The member of Signature can't be read as it is."));
        }
        return forms;
    }

    private @Nullable SignatureInput mended(Matcher member) {
        String list = Objects.requireNonNull(member.group(3));
        String components = components(list);
        String parameters = parameters(Objects.requireNonNull(member.group(4)));
        String text = "sig1=(" + components + ")" + parameters;
        try {
            return SignatureInput.of(
                    Objects.requireNonNull(Dictionary.parseUnique(text).get("sig1")));
        } catch (MalformedFieldException | MalformedSignatureException e) {
            return null;
        }
    }

    private String components(String list) {
        Set<String> kept = new LinkedHashSet<>();
        if (list.contains(",")) {
            found(Mistake.COMPONENTS_COMMA, "The components are separated by commas.");
        }
        Matcher components = COMPONENT.matcher(list);
        while (components.find()) {
            String name = Objects.requireNonNull(components.group(1));
            if (!components.group().startsWith("\"")) {
                found(Mistake.COMPONENTS_UNQUOTED, "The component " + name + " has no double quotes.");
            }
            String lower = name.toLowerCase(Locale.ROOT);
            if (!lower.equals(name)) {
                found(Mistake.COMPONENT_CASE, "The component " + name + " is in upper case.");
            }
            keep(kept, "\"" + lower + "\"" + components.group(2));
        }
        return String.join(" ", kept);
    }

    private void keep(Set<String> kept, String identifier) {
        try {
            Component.parse(identifier);
            if (!kept.add(identifier)) {
                found(Mistake.COMPONENT_TWICE, "The component " + identifier + " is listed twice.");
            }
        } catch (MalformedSignatureException e) {
            found(Mistake.COMPONENT_UNKNOWN, "The component " + identifier + " is not one that can be covered.");
        }
    }

    private String parameters(String text) {
        Map<String, String> kept = new LinkedHashMap<>();
        Matcher parameters = PARAMETER.matcher(text);
        while (parameters.find()) {
            String name = Objects.requireNonNull(parameters.group(1));
            String value = Objects.requireNonNull(parameters.group(2)).strip();
            kept.put(name, typed(name, value));
        }
        StringBuilder out = new StringBuilder();
        kept.forEach((name, value) -> out.append(';').append(name).append('=').append(value));
        return out.toString();
    }

    private String typed(String name, String value) {
        boolean number = name.equals("created") || name.equals("expires");
        String bare = value.replace("\"", "");
        if (number && !value.matches("-?[0-9]{1,15}")) {
            found(Mistake.PARAMETER_TYPE, "The parameter " + name + " is not a plain number.");
            return bare.matches("[0-9.]+") ? bare.replaceFirst("\\..*", "") : value;
        }
        if (!number && !value.startsWith("\"")) {
            found(Mistake.PARAMETER_TYPE, "The parameter " + name + " is not a string in double quotes.");
            return "\"" + bare + "\"";
        }
        return value;
    }

    /** Each kind of mistake once: the first of its kind is told. */
    private void found(Mistake mistake, String sentence) {
        if (findings.stream().noneMatch(finding -> finding.mistake() == mistake)) {
            findings.add(new Finding(mistake, sentence));
        }
    }
}
