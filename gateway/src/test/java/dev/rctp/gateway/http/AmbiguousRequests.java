package dev.rctp.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests of {@code ambiguous/*.txt}, which its README.md explains (PRX-7, known faults B and C). */
public final class AmbiguousRequests {

    /**
     * One case.
     *
     * @param expectation the word of the list
     * @param absent the fields that may not reach the marketplace, in lower case
     * @param sent what is sent, with its escapes
     */
    public record Case(String kind, String expectation, Set<String> absent, String clause, String name, String sent) {

        /** The octets of an HTTP/1.1 case, one character each. */
        public String octets() {
            return unescaped(sent);
        }

        /** The frames of an HTTP/2 case, for stream 1. */
        public byte[] frames() {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (String frame : FRAMES.split(sent, -1)) {
                all.writeBytes(AmbiguousRequests.frames(frame));
            }
            return all.toByteArray();
        }

        /** The fields of an HTTP/2 case's first head, pseudo-header fields among them. */
        public List<Map.Entry<String, String>> fields() {
            return AmbiguousRequests.fields(FRAMES.split(sent, -1)[0]);
        }

        /** The data of an HTTP/2 case, without padding. */
        public String body() {
            StringBuilder body = new StringBuilder();
            for (String each : FRAMES.split(sent, -1)) {
                Matcher frame = frame(each);
                if ("data".equals(frame.group(1)) && frame.group(7) != null) {
                    body.append(unescaped(frame.group(7)));
                }
            }
            return body.toString();
        }

        @Override
        public String toString() {
            return kind + ": " + clause + ": " + name;
        }
    }

    /** The query of a streamed request that may begin to arrive, but not end. */
    public static final String CUT = "?cut";

    private static final String STREAMED = "/uploads";
    private static final Map<String, List<String>> WORDS = words();
    private static final Pattern WORD = Pattern.compile("\\{(get|put|gov|write|post|up|ctl|m|s|a|p)}");
    private static final Pattern REPEATED = Pattern.compile("\\{([^{}*]+)\\*(\\d+)}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:x(\\p{XDigit}{2})|([rnts0\\\\]))");
    private static final Pattern FRAMES = Pattern.compile(" (?=(?:head|data|frame:\\w+:\\w+)(?:[!+/ ]|$))");
    private static final Pattern FRAME = Pattern.compile(
            "(?:(head|data)|frame:(\\p{XDigit}+):(\\p{XDigit}+))(!?)(?:\\+(\\d+))?(?:/(\\d+))?(?: (.*))?",
            Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("\\[([^=\\]]*)=([^\\]]*)]", Pattern.DOTALL);
    private static final int PADDED = 8;

    private AmbiguousRequests() {}

    /** The cases of HTTP/1.1. */
    public static List<Case> http1() {
        return read("http1.txt");
    }

    /** The cases of HTTP/2. */
    public static List<Case> http2() {
        return read("http2.txt");
    }

    private static Map<String, List<String>> words() {
        String host = " HTTP/1.1\\r\\nHost: shop.example\\r\\n";
        String streamed = "POST /uploads" + host;
        String governed = "POST /listings/l1/offers" + host;
        List<String> controls = new ArrayList<>();
        for (int c = 0; c < 0x20; c++) {
            if (c != '\t' && c != '\r' && c != '\n') {
                controls.add("\\x%02x".formatted(c));
            }
        }
        controls.add("\\x7f");
        Map<String, List<String>> words = new LinkedHashMap<>();
        words.put("get", List.of("GET /listings" + host));
        words.put("put", List.of(streamed));
        words.put("gov", List.of(governed));
        words.put("write", List.of(streamed, governed));
        words.put("ctl", controls);
        words.put("m", List.of("[:method=GET]"));
        words.put("s", List.of("[:scheme=https]"));
        words.put("a", List.of("[:authority=shop.example]"));
        words.put("p", List.of("[:path=/listings]"));
        words.put("post", List.of("[:method=POST][:scheme=https][:authority=shop.example]"));
        words.put("up", List.of("[:path=/uploads]"));
        return words;
    }

    private static List<Case> read(String file) {
        List<Case> cases = new ArrayList<>();
        String kind = "";
        for (String line : lines(file)) {
            if (line.startsWith("= ")) {
                kind = line.substring(2);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                add(kind, line, cases);
            }
        }
        return List.copyOf(cases);
    }

    private static List<String> lines(String file) {
        try (InputStream in = AmbiguousRequests.class.getResourceAsStream("/ambiguous/" + file)) {
            if (in == null) {
                throw new AssertionError("no " + file);
            }
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new AssertionError(file, e);
        }
    }

    private static void add(String kind, String line, List<Case> cases) {
        String[] parts = line.split("\\|", 4);
        List<String> expectation = List.of(parts[0].strip().split(" ", -1));
        Set<String> absent = new TreeSet<>();
        expectation.stream().skip(1).forEach(name -> absent.add(name.substring(1)));
        boolean mayBegin = Set.of("cut", "end").contains(expectation.getFirst());
        List<String> all = expanded(parts[3].substring(1)).stream()
                .map(sent -> mayBegin ? sent.replace(STREAMED, STREAMED + CUT) : sent)
                .toList();
        for (int i = 0; i < all.size(); i++) {
            String name = parts[2].strip() + (all.size() == 1 ? "" : " #" + (i + 1));
            cases.add(new Case(kind, expectation.getFirst(), absent, parts[1].strip(), name, all.get(i)));
        }
    }

    private static List<String> expanded(String text) {
        Matcher word = WORD.matcher(text);
        if (!word.find()) {
            return List.of(REPEATED.matcher(text)
                    .replaceAll(found ->
                            Matcher.quoteReplacement(found.group(1).repeat(Integer.parseInt(found.group(2))))));
        }
        List<String> all = new ArrayList<>();
        for (String each : WORDS.getOrDefault(word.group(1), List.of())) {
            all.addAll(expanded(text.substring(0, word.start()) + each + text.substring(word.end())));
        }
        return all;
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(String.valueOf(octet(found))));
    }

    private static char octet(java.util.regex.MatchResult escape) {
        if (escape.group(1) != null) {
            return (char) Integer.parseInt(escape.group(1), 16);
        }
        return switch (escape.group(2).charAt(0)) {
            case 'r' -> '\r';
            case 'n' -> '\n';
            case 't' -> '\t';
            case 's' -> ' ';
            case '0' -> '\0';
            default -> '\\';
        };
    }

    private static Matcher frame(String text) {
        Matcher frame = FRAME.matcher(text);
        if (!frame.matches()) {
            throw new AssertionError("no frame: " + text);
        }
        return frame;
    }

    private static byte[] frames(String text) {
        Matcher frame = frame(text);
        int ends = frame.group(4).isEmpty() ? 0 : FrameWire.END_STREAM;
        byte[] payload = unescaped(frame.group(7) == null ? "" : frame.group(7)).getBytes(ISO_8859_1);
        if (frame.group(1) == null) {
            return FrameWire.octets(
                    Integer.parseInt(frame.group(2), 16), Integer.parseInt(frame.group(3), 16), 1, payload);
        }
        int padding = frame.group(5) == null ? 0 : Integer.parseInt(frame.group(5));
        int flags = ends | (padding > 0 ? PADDED : 0);
        if (frame.group(1).equals("data")) {
            return FrameWire.octets(FrameWire.DATA, flags, 1, padded(payload, padding));
        }
        int size = frame.group(6) == null ? 1 << 20 : Integer.parseInt(frame.group(6));
        return head(padded(block(text), padding), flags, size);
    }

    private static byte[] padded(byte[] payload, int padding) {
        if (padding == 0) {
            return payload;
        }
        byte[] padded = new byte[1 + payload.length + padding];
        padded[0] = (byte) padding;
        System.arraycopy(payload, 0, padded, 1, payload.length);
        return padded;
    }

    private static byte[] head(byte[] payload, int flags, int size) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = 0; at < payload.length; at += size) {
            int end = Math.min(payload.length, at + size);
            all.writeBytes(FrameWire.octets(
                    at == 0 ? FrameWire.HEADERS : FrameWire.CONTINUATION,
                    (at == 0 ? flags : 0) | (end == payload.length ? FrameWire.END_HEADERS : 0),
                    1,
                    Arrays.copyOfRange(payload, at, end)));
        }
        return all.toByteArray();
    }

    private static byte[] block(String head) {
        return FrameWire.block(fields(head).stream()
                .flatMap(field -> java.util.stream.Stream.of(field.getKey(), field.getValue()))
                .toArray(String[]::new));
    }

    private static List<Map.Entry<String, String>> fields(String head) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        Matcher field = FIELD.matcher(head);
        while (field.find()) {
            fields.add(Map.entry(unescaped(field.group(1)), unescaped(field.group(2))));
        }
        return fields;
    }
}
