package dev.rctp.gateway.faults;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways a value can stand in a text, and the search for any of them. */
final class Spellings {

    private static final Pattern CODED = Pattern.compile("[A-Za-z0-9+/_-]{16,}");
    private static final Pattern HEXED = Pattern.compile("(?:[0-9A-Fa-f]{2}){8,}");
    private static final int LAYERS = 3;

    private final Set<String> spellings;

    private Spellings(Set<String> spellings) {
        this.spellings = spellings;
    }

    /** A text as it is, URL-encoded, in hexadecimal, and in base64 of both alphabets at any offset. */
    static Spellings of(String value) {
        Set<String> all = new LinkedHashSet<>();
        all.add(value);
        all.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        all.add(HexFormat.of().formatHex(bytes));
        all.add(HexFormat.of().withUpperCase().formatHex(bytes));
        for (int offset = 0; offset < 3; offset++) {
            byte[] shifted = new byte[bytes.length + offset];
            System.arraycopy(bytes, 0, shifted, offset, bytes.length);
            int whole = shifted.length / 3 * 4;
            int from = offset == 0 ? 0 : 4;
            String coded = Base64.getEncoder().encodeToString(shifted).substring(from, whole);
            all.add(coded);
            all.add(coded.replace('+', '-').replace('/', '_'));
        }
        return new Spellings(all);
    }

    /** An amount in minor units, whole, with decimals, and grouped as people of several countries do. */
    static Spellings ofMoney(long minor) {
        Set<String> all = new LinkedHashSet<>(of(Long.toString(minor)).spellings);
        for (char group : new char[] {',', '.', ' ', '\'', '_', '\u00a0', '\u202f'}) {
            DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
            symbols.setGroupingSeparator(group);
            symbols.setDecimalSeparator(group == '.' ? ',' : '.');
            all.add(new DecimalFormat("#,##0", symbols).format(minor));
            all.add(new DecimalFormat("#,##0.00", symbols).format(BigDecimal.valueOf(minor, 2)));
            all.add(new DecimalFormat("0.00", symbols).format(BigDecimal.valueOf(minor, 2)));
        }
        all.add(Double.toString((double) minor));
        all.add(Long.toHexString(minor));
        return new Spellings(all);
    }

    Set<String> all() {
        return spellings;
    }

    /** Whether any spelling stands in the text, or in what stands in it coded, such as the payload of a JWS. */
    boolean in(String text) {
        return in(text, LAYERS);
    }

    private boolean in(String text, int layers) {
        if (spellings.stream().anyMatch(text::contains)) {
            return true;
        }
        return layers > 0
                && (decoded(text, CODED, Spellings::fromBase64, layers)
                        || decoded(text, HEXED, Spellings::fromHex, layers));
    }

    private interface Decoding {
        byte[] decode(String coded);
    }

    private boolean decoded(String text, Pattern pattern, Decoding decoding, int layers) {
        Matcher coded = pattern.matcher(text);
        while (coded.find()) {
            String inner = new String(decoding.decode(coded.group()), StandardCharsets.ISO_8859_1);
            if (in(inner, layers - 1)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] fromBase64(String coded) {
        String standard = coded.replace('-', '+').replace('_', '/');
        int length = standard.length() % 4 == 1 ? standard.length() - 1 : standard.length();
        return Base64.getDecoder().decode(standard.substring(0, length));
    }

    private static byte[] fromHex(String coded) {
        return HexFormat.of().parseHex(coded);
    }
}
