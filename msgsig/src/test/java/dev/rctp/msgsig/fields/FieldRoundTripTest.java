package dev.rctp.msgsig.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RFC 9651 4: any field that can be made parses from its own text to itself, in one spelling")
class FieldRoundTripTest {

    private static final int FIELDS = 5_000;
    private static final String KEY_START = "abz*";
    private static final String KEY = "az09_-.*";
    private static final String TOKEN_START = "aZ*";
    private static final String TOKEN = "aZ09!#$%&'*+-.^_`|~:/";
    private static final String STRING = " !\"\\~aZ09,;=()";
    private static final String UNICODE = " %\"az\u0000\n\u007f\u00fc\u4e2d\ud83d\ude00";

    private Random random = new Random(0);

    @ParameterizedTest
    @ValueSource(longs = {9651, 8941, 4648})
    void items(long seed) throws MalformedFieldException {
        random = new Random(seed);
        for (int i = 0; i < FIELDS; i++) {
            Item item = item();
            String text = item.serialize();
            assertThat(Item.parse(text)).as(text).isEqualTo(item);
            assertThat(Item.parseUnique(text).serialize()).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9651, 8941, 4648})
    void lists(long seed) throws MalformedFieldException {
        random = new Random(seed);
        for (int i = 0; i < FIELDS; i++) {
            MemberList list = new MemberList(several(this::member));
            String text = list.serialize();
            assertThat(MemberList.parse(text)).as(text).isEqualTo(list);
            assertThat(MemberList.parseUnique(text).serialize()).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9651, 8941, 4648})
    void dictionaries(long seed) throws MalformedFieldException {
        random = new Random(seed);
        for (int i = 0; i < FIELDS; i++) {
            Dictionary dictionary = new Dictionary(named(this::member));
            String text = dictionary.serialize();
            Dictionary parsed = Dictionary.parse(text);
            assertThat(parsed).as(text).isEqualTo(dictionary);
            assertThat(List.copyOf(parsed.members().keySet()))
                    .isEqualTo(List.copyOf(dictionary.members().keySet()));
            assertThat(Dictionary.parseUnique(text).serialize()).isEqualTo(text);
        }
    }

    private Member member() {
        return random.nextInt(3) == 0 ? new InnerList(several(this::item), parameters()) : item();
    }

    private Item item() {
        return new Item(bareItem(), parameters());
    }

    private Parameters parameters() {
        return random.nextBoolean() ? Parameters.NONE : new Parameters(named(this::bareItem));
    }

    private BareItem bareItem() {
        return switch (random.nextInt(8)) {
            case 0 -> new IntegerItem(integer());
            case 1 -> new DecimalItem(decimal());
            case 2 -> new StringItem(text("", STRING, 8));
            case 3 -> new TokenItem(text(TOKEN_START, TOKEN, 8));
            case 4 -> new ByteSequenceItem(bytes());
            case 5 -> new BooleanItem(random.nextBoolean());
            case 6 -> new DateItem(integer());
            default -> new DisplayStringItem(unicode());
        };
    }

    private long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> IntegerItem.MAX;
            case 2 -> -IntegerItem.MAX;
            default -> random.nextLong(-IntegerItem.MAX, IntegerItem.MAX + 1);
        };
    }

    /** At most 12 digits before the point. */
    private BigDecimal decimal() {
        long thousandths = random.nextLong(-IntegerItem.MAX, IntegerItem.MAX + 1);
        return BigDecimal.valueOf(thousandths / (random.nextBoolean() ? 1 : 1_000_000), 3);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String unicode() {
        StringBuilder text = new StringBuilder();
        int[] points = UNICODE.codePoints().toArray();
        for (int length = random.nextInt(6); length > 0; length--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private String text(String first, String rest, int most) {
        StringBuilder text = new StringBuilder();
        if (!first.isEmpty()) {
            text.append(first.charAt(random.nextInt(first.length())));
        }
        for (int length = random.nextInt(most); length > 0; length--) {
            text.append(rest.charAt(random.nextInt(rest.length())));
        }
        return text.toString();
    }

    private <T> List<T> several(Supplier<T> make) {
        List<T> made = new ArrayList<>();
        for (int length = random.nextInt(4); length > 0; length--) {
            made.add(make.get());
        }
        return made;
    }

    private <T> Map<String, T> named(Supplier<T> make) {
        Map<String, T> made = new LinkedHashMap<>();
        for (int length = random.nextInt(4); length > 0; length--) {
            made.put(text(KEY_START, KEY, 4), make.get());
        }
        return made;
    }
}
