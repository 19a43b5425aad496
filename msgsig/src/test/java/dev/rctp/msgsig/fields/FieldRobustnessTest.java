package dev.rctp.msgsig.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RFC 9651 4.2: any text is either refused, or parses to what serializes and parses to itself")
class FieldRobustnessTest {

    private static final List<String> SEEDS = List.of(
            "sig1=(\"@method\" \"@path\";req \"x\";key=\"a\");created=1790000000;keyid=\"k\", b=:aGVsbG8=:;x",
            "a=1.5, b=?0, c=@1659578233, d=%\"f%c3%bc\", e=tok/en:*, f=(), g;h=\"\\\"\\\\\"",
            "\"s\";a=-999999999999999;b=0.001, (1 2;x);y");

    private static final String ALPHABET = "aA0z*_-.:=;,()\"\\?@%\t \u007f\u00e9\u0100/+1c3";

    @Test
    void randomlyChangedFields() {
        Random random = new Random(9651);
        int parsed = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder(SEEDS.get(i % SEEDS.size()));
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                change(text, random);
            }
            parsed += parses(text.toString()) ? 1 : 0;
        }
        assertThat(parsed).isGreaterThan(5_000);
    }

    private static void change(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        switch (random.nextInt(3)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.insert(at, c);
            default -> text.setCharAt(at, c);
        }
    }

    private static boolean parses(String text) {
        boolean dictionary = isDictionary(text);
        boolean list = isList(text);
        return dictionary || list;
    }

    private static boolean isDictionary(String text) {
        try {
            Dictionary parsed = Dictionary.parse(text);
            assertThat(Dictionary.parse(parsed.serialize())).as(text).isEqualTo(parsed);
            return true;
        } catch (MalformedFieldException e) {
            return false;
        }
    }

    private static boolean isList(String text) {
        try {
            MemberList parsed = MemberList.parse(text);
            assertThat(MemberList.parse(parsed.serialize())).as(text).isEqualTo(parsed);
            return true;
        } catch (MalformedFieldException e) {
            return false;
        }
    }
}
