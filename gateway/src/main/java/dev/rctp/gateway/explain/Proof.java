package dev.rctp.gateway.explain;

import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out which key signed which base: what verifies is what the signer did. */
final class Proof {

    private static final Pattern REDACTED = Pattern.compile(
            "(?i)(?:[a-z]+\\s+)?(?:\\*{3,}.*|x{4,}|<.*>|\\[.*]|\\{.*}|\\(.*\\)|\\$.*|.*redacted.*|.*\\.\\.\\.|.*\u00e2\u0080\u00a6)");

    /** A signature covers 64 components at most; a base with more lines than this is none of one. */
    private static final int MOST_LINES = 80;

    private final CapturedRequest request;
    private final RequestMessage message;
    private final Vantage vantage;
    private final SignatureText text;
    private final List<CandidateKey> keys;

    Proof(
            CapturedRequest request,
            RequestMessage message,
            Vantage vantage,
            SignatureText text,
            List<CandidateKey> keys) {
        this.request = request;
        this.message = message;
        this.vantage = vantage;
        this.text = text;
        this.keys = keys;
    }

    /**
     * What was found out.
     *
     * @param signer whose signature it is; null where that is not known
     * @param difference between the expected base and the signer's; null where none is known
     */
    record Result(
            List<Finding> findings,
            @Nullable CandidateKey signer,
            @Nullable Difference difference,
            int tried) {}

    Result of(BaseText expected, SignatureInput input, byte @Nullable [] signerBase, int most) {
        if (keys.isEmpty() || text.signature().isEmpty()) {
            return new Result(List.of(), null, signerBase == null ? null : difference(expected, signerBase), 0);
        }
        List<Change> changes = new ArrayList<>(new LineChanges(request, vantage).of(expected));
        changes.addAll(0, LayoutChanges.of(request, message, expected));
        changes.addAll(ParamsChanges.of(input, text.written(), keys));
        Search search = new Search(text.signature(), keys, changes, most);
        Result given = signerBase == null ? null : given(expected, signerBase, search);
        if (given != null) {
            return given;
        }
        Search.Hit hit = search.run(expected);
        if (hit == null) {
            return unexplained(expected, signerBase, search.tried());
        }
        List<Finding> findings = ofForm(hit.form());
        hit.changes().forEach(change -> findings.add(new Finding(change.mistake(), change.sentence())));
        Difference difference = Difference.between(expected.text(), hit.base().text());
        return new Result(findings, hit.key(), difference, search.tried());
    }

    /** What a base that verifies tells; null where it doesn't verify. */
    private @Nullable Result given(BaseText expected, byte[] signerBase, Search search) {
        for (byte[] base : List.of(signerBase, withoutLastNewline(signerBase))) {
            for (CandidateKey key : keys) {
                for (SignatureForm form : text.signature()) {
                    if (key.key().verify(base, form.bytes())) {
                        List<Finding> findings = ofForm(form);
                        findings.addAll(differences(expected, base, search));
                        return new Result(findings, key, difference(expected, base), 1 + search.tried());
                    }
                }
            }
        }
        return null;
    }

    private static List<Finding> differences(BaseText expected, byte[] base, Search search) {
        if (Arrays.equals(base, expected.bytes())) {
            return List.of();
        }
        if (new String(base, StandardCharsets.ISO_8859_1).split("\n", -1).length > MOST_LINES) {
            return List.of(new Finding(
                    Mistake.BASE_DIFFERS,
                    "The signature is one of the base given, which has more than " + MOST_LINES
                            + " lines: too many for a signature here."));
        }
        List<Change> changes = search.leadingTo(base, expected);
        return changes.isEmpty()
                ? List.of(new Finding(
                        Mistake.BASE_DIFFERS, "The signature is one of the base given, which is not the expected one."))
                : changes.stream()
                        .map(change -> new Finding(change.mistake(), change.sentence()))
                        .toList();
    }

    private List<Finding> ofForm(SignatureForm form) {
        List<Finding> findings = new ArrayList<>();
        List<Mistake> known = text.findings().stream().map(Finding::mistake).toList();
        form.mistakes().stream()
                .filter(mistake -> !known.contains(mistake))
                .forEach(mistake -> findings.add(new Finding(mistake, "Read so, the signature verifies.")));
        return findings;
    }

    private Result unexplained(BaseText expected, byte @Nullable [] signerBase, int tried) {
        List<Finding> findings = new ArrayList<>();
        boolean covered = expected.lines().stream()
                .anyMatch(line -> line.component().equals("authorization")
                        && REDACTED.matcher(line.value()).matches());
        int length = text.signature().getFirst().bytes().length;
        int width = keys.getFirst().key().algorithm().name().equals("ES384") ? 96 : 64;
        if (covered) {
            findings.add(new Finding(
                    Mistake.CREDENTIAL_REDACTED, "The value of Authorization in the capture looks redacted."));
        } else if (length != width) {
            findings.add(new Finding(
                    Mistake.SIGNATURE_LENGTH, "The signature has " + length + " bytes, not " + width + "."));
        } else if (signerBase != null) {
            findings.add(
                    new Finding(Mistake.NOT_THIS_BASE, "No key that is known made the signature over the base given."));
        } else {
            findings.add(new Finding(
                    Mistake.UNEXPLAINED,
                    "The signature is none of this request by a key that is known; " + tried
                            + " tries with other bases, encodings and keys didn't explain it."));
        }
        return new Result(findings, null, signerBase == null ? null : difference(expected, signerBase), tried);
    }

    private static @Nullable Difference difference(BaseText expected, byte[] signerBase) {
        byte[] last = withoutLastNewline(signerBase);
        String signed =
                new String(Arrays.equals(last, expected.bytes()) ? last : signerBase, StandardCharsets.ISO_8859_1);
        return Difference.between(expected.text(), signed);
    }

    private static byte[] withoutLastNewline(byte[] base) {
        int length = base.length;
        length -= length > 0 && base[length - 1] == '\n' ? 1 : 0;
        length -= length > 0 && length < base.length && base[length - 1] == '\r' ? 1 : 0;
        return Arrays.copyOf(base, length);
    }
}
