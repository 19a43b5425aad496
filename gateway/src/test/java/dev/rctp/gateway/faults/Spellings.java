package dev.rctp.gateway.faults;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The ways a value can stand in a text, and the search for any of them. */
final class Spellings {

    private static final Pattern CODED = Pattern.compile("[A-Za-z0-9+/_-]{16,}");
    private static final Pattern HEXED = Pattern.compile("(?:[0-9A-Fa-f]{2}){8,}");
    private static final int LAYERS = 3;
    private static final int ALIGNMENTS = 4;
    private static final char[] GROUPING = {',', '.', ' ', '\'', '_', '\u00a0', '\u202f', '\u2009', '\u2019'};
    private static final int ARABIC_ZERO = 0x660;

    private final Set<String> spellings;
    /** Found only where no digit stands before or after: as a part of a longer number they are not the number. */
    private final Set<String> numbers;

    private Spellings(Set<String> spellings, Set<String> numbers) {
        this.spellings = spellings;
        this.numbers = numbers;
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
        return new Spellings(all, Set.of());
    }

    /**
     * An amount in minor units, whole, with one to three decimals, grouped as people of several countries do, in hexadecimal, base64 and
     * bytes of both orders.
     */
    static Spellings ofMoney(long minor) {
        String plain = Long.toString(minor);
        Set<String> numbers = new LinkedHashSet<>(Set.of(plain));
        for (char group : GROUPING) {
            DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
            symbols.setGroupingSeparator(group);
            symbols.setDecimalSeparator(group == '.' ? ',' : '.');
            numbers.add(new DecimalFormat("#,##0", symbols).format(minor));
            numbers.add(lakhs(plain, group));
            for (int digits = 1; digits <= 3; digits++) {
                BigDecimal major = BigDecimal.valueOf(minor, digits);
                String fraction = "." + "0".repeat(digits);
                numbers.add(new DecimalFormat("#,##0" + fraction, symbols).format(major));
                numbers.add(new DecimalFormat("0" + fraction, symbols).format(major));
            }
        }
        numbers.add(Double.toString((double) minor));
        byte[] ascii = plain.getBytes(StandardCharsets.UTF_8);
        Set<String> all = new LinkedHashSet<>(Set.of(
                HexFormat.of().formatHex(ascii),
                Base64.getEncoder().withoutPadding().encodeToString(ascii)));
        all.add(plain.chars()
                .mapToObj(digit -> Character.toString(digit - '0' + ARABIC_ZERO))
                .collect(Collectors.joining()));
        all.add(Long.toHexString(minor));
        all.add(Long.toHexString(minor).toUpperCase(Locale.ROOT));
        String bytes = new String(BigInteger.valueOf(minor).toByteArray(), StandardCharsets.ISO_8859_1);
        all.add(bytes);
        all.add(new StringBuilder(bytes).reverse().toString());
        return new Spellings(all, numbers);
    }

    /** Each of these. */
    static Spellings any(Collection<Spellings> several) {
        Set<String> spellings = new LinkedHashSet<>();
        Set<String> numbers = new LinkedHashSet<>();
        several.forEach(one -> {
            spellings.addAll(one.spellings);
            numbers.addAll(one.numbers);
        });
        return new Spellings(spellings, numbers);
    }

    /** As in India: the last three digits, and pairs before them. */
    private static String lakhs(String plain, char group) {
        StringBuilder grouped = new StringBuilder(plain);
        for (int at = plain.length() - 3; at > 0; at -= 2) {
            grouped.insert(at, group);
        }
        return grouped.toString();
    }

    Set<String> all() {
        Set<String> all = new LinkedHashSet<>(spellings);
        all.addAll(numbers);
        return all;
    }

    /** Whether any spelling stands in the text, or in what stands in it coded, such as the payload of a JWS. */
    boolean in(String text) {
        return in(text, LAYERS);
    }

    /** Whether any spelling stands in the text as it is. */
    boolean plainlyIn(String text) {
        return spellings.stream().anyMatch(text::contains)
                || numbers.stream().anyMatch(number -> standsAlone(number, text));
    }

    private static boolean standsAlone(String number, String text) {
        for (int at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
            int after = at + number.length();
            boolean longer =
                    (at > 0 && isDigit(text.charAt(at - 1))) || (after < text.length() && isDigit(text.charAt(after)));
            if (!longer) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private boolean in(String text, int layers) {
        if (plainlyIn(text)) {
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
            // where the coded text really begins isn't known, as after a path
            for (int skipped = 0; skipped < (layers == LAYERS ? ALIGNMENTS : 1); skipped++) {
                byte[] inner = decoding.decode(coded.group().substring(skipped));
                if (in(new String(inner, StandardCharsets.ISO_8859_1), layers - 1)) {
                    return true;
                }
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
        return HexFormat.of().parseHex(coded.substring(0, coded.length() / 2 * 2));
    }
}
