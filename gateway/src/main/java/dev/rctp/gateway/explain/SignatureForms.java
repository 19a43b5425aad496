package dev.rctp.gateway.explain;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The readings of a signature: other encodings of its text, DER, and missing zero bytes. */
final class SignatureForms {

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;

    private SignatureForms() {}

    /** All readings of the text between the colons, or of what stands there instead of a byte sequence. */
    static List<SignatureForm> ofText(String text, List<Mistake> written) {
        List<SignatureForm> forms = new ArrayList<>();
        String bare = text.replaceAll("\\s", "");
        boolean hex = bare.length() >= 96 && bare.matches("(?i)(0x)?([0-9a-f]{2})+");
        if (hex) {
            String digits = bare.toLowerCase(Locale.ROOT).startsWith("0x") ? bare.substring(2) : bare;
            addAll(
                    forms,
                    HexFormat.of().parseHex(digits.toLowerCase(Locale.ROOT)),
                    with(written, Mistake.SIGNATURE_HEX));
        }
        boolean url = bare.indexOf('-') >= 0 || bare.indexOf('_') >= 0 || (!hex && bare.length() % 4 != 0);
        byte[] decoded = decode(bare.replace('-', '+').replace('_', '/'));
        if (decoded != null) {
            addAll(forms, decoded, url ? with(written, Mistake.SIGNATURE_BASE64URL) : written);
            twice(decoded, written).ifPresent(inner -> addAll(forms, inner.bytes(), inner.mistakes()));
        }
        return forms;
    }

    private static Optional<SignatureForm> twice(byte[] decoded, List<Mistake> written) {
        String inner = new String(decoded, StandardCharsets.ISO_8859_1);
        if (inner.matches("(?i)([0-9a-f]{2}){48,}")) {
            byte[] bytes = HexFormat.of().parseHex(inner.toLowerCase(Locale.ROOT));
            return Optional.of(new SignatureForm(bytes, with(written, Mistake.SIGNATURE_HEX)));
        }
        byte[] bytes = inner.matches("[A-Za-z0-9+/_-]{64,}=*")
                ? decode(inner.replace('-', '+').replace('_', '/'))
                : null;
        return bytes == null
                ? Optional.empty()
                : Optional.of(new SignatureForm(bytes, with(written, Mistake.SIGNATURE_BASE64_TWICE)));
    }

    private static byte @Nullable [] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64.replaceAll("=+$", ""));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static void addAll(List<SignatureForm> forms, byte[] bytes, List<Mistake> written) {
        forms.add(new SignatureForm(bytes, written));
        for (int width : new int[] {32, 48}) {
            der(bytes, width)
                    .ifPresent(plain -> forms.add(new SignatureForm(plain, with(written, Mistake.SIGNATURE_DER))));
            padded(bytes, width)
                    .forEach(plain -> forms.add(new SignatureForm(plain, with(written, Mistake.SIGNATURE_SHORT))));
        }
    }

    private static List<Mistake> with(List<Mistake> before, Mistake mistake) {
        List<Mistake> all = new ArrayList<>(before);
        all.add(mistake);
        return all;
    }

    /** r and s of a DER ECDSA-Sig-Value (RFC 3279 2.2.3); empty where it is none that fits the width. */
    static Optional<byte[]> der(byte[] bytes, int width) {
        if (bytes.length < 8 || bytes[0] != SEQUENCE || bytes[1] != bytes.length - 2 || bytes[2] != INTEGER) {
            return Optional.empty();
        }
        int rEnd = 4 + bytes[3];
        if (bytes[3] <= 0
                || rEnd + 2 > bytes.length
                || bytes[rEnd] != INTEGER
                || rEnd + 2 + bytes[rEnd + 1] != bytes.length) {
            return Optional.empty();
        }
        byte[] plain = new byte[2 * width];
        boolean fits = put(plain, width, Arrays.copyOfRange(bytes, 4, rEnd))
                && put(plain, 2 * width, Arrays.copyOfRange(bytes, rEnd + 2, bytes.length));
        return fits ? Optional.of(plain) : Optional.empty();
    }

    /** Puts a number right-aligned before {@code end}; false where it is too long. */
    private static boolean put(byte[] plain, int end, byte[] number) {
        if (number.length == 0) {
            return false;
        }
        byte[] bytes = new BigInteger(1, number).toByteArray();
        int from = bytes[0] == 0 && bytes.length > 1 ? 1 : 0;
        int length = bytes.length - from;
        if (length > plain.length / 2) {
            return false;
        }
        System.arraycopy(bytes, from, plain, end - length, length);
        return true;
    }

    /** Both ways in which one or two zero bytes can have been left out. */
    private static List<byte[]> padded(byte[] bytes, int width) {
        int missing = 2 * width - bytes.length;
        if (missing < 1 || missing > 2 || bytes[0] == SEQUENCE) {
            return List.of();
        }
        List<byte[]> all = new ArrayList<>();
        for (int ofR = missing; ofR >= 0; ofR--) {
            byte[] plain = new byte[2 * width];
            int r = width - ofR;
            System.arraycopy(bytes, 0, plain, ofR, r);
            System.arraycopy(bytes, r, plain, width + missing - ofR, bytes.length - r);
            all.add(plain);
        }
        return all;
    }
}
