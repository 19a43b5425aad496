package dev.rctp.registries;

/** Doubles as ECMAScript writes them (ECMA-262 Number::toString, which RFC 8785 3.2.2.3 takes over). */
final class EcmaScriptNumber {

    private EcmaScriptNumber() {}

    static String text(double value) {
        StringBuilder out = new StringBuilder(24);
        append(value, out);
        return out.toString();
    }

    static void append(double value, StringBuilder out) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a number is not finite");
        }
        if (value == 0) {
            out.append('0');
            return;
        }
        if (value < 0) {
            out.append('-');
        }
        Decimal decimal = Decimal.of(Math.abs(value));
        place(decimal.digits, decimal.point, out);
    }

    private static void place(String digits, int point, StringBuilder out) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            out.append(digits).repeat('0', point - count);
        } else if (0 < point && point <= 21) {
            out.append(digits, 0, point).append('.').append(digits, point, count);
        } else if (-6 < point && point <= 0) {
            out.append("0.").repeat('0', -point).append(digits);
        } else {
            scientific(digits, point - 1, out);
        }
    }

    private static void scientific(String digits, int exponent, StringBuilder out) {
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+').append(Math.abs(exponent));
    }

    /**
     * The shortest digits that still mean the double, and where their decimal point is: 0.{@code digits} × 10^{@code point}.
     */
    private record Decimal(String digits, int point) {

        /** From Java's digits, which are the shortest since JDK 19 except that there are always two of them. */
        static Decimal of(double positive) {
            String java = Double.toString(positive);
            int e = java.indexOf('E');
            String mantissa = e < 0 ? java : java.substring(0, e);
            int exponent = e < 0 ? 0 : Integer.parseInt(java, e + 1, java.length(), 10);
            int dot = mantissa.indexOf('.');
            String all = mantissa.substring(0, dot) + mantissa.substring(dot + 1);
            int from = leadingZeros(all);
            int to = withoutTrailingZeros(all);
            Decimal decimal = new Decimal(all.substring(from, to), dot + exponent - from);
            return decimal.digits.length() == 2 ? decimal.shortened(positive) : decimal;
        }

        private static int leadingZeros(String digits) {
            int zeros = 0;
            while (digits.charAt(zeros) == '0') {
                zeros++;
            }
            return zeros;
        }

        private static int withoutTrailingZeros(String digits) {
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                end--;
            }
            return end;
        }

        private Decimal shortened(double exact) {
            int rounded = (Integer.parseInt(digits) + 5) / 10;
            Decimal one = rounded == 10 ? new Decimal("1", point + 1) : new Decimal(Integer.toString(rounded), point);
            return Double.parseDouble("0." + one.digits + "E" + one.point) == exact ? one : this;
        }
    }
}
