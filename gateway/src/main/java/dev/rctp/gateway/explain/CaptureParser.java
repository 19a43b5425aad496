package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.CapturedRequest.Line;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads captured requests, as far as people's tools agree on how to write one. */
final class CaptureParser {

    private static final Pattern REQUEST_LINE = Pattern.compile("([!-~]+) ([!-~]+)(?: HTTP/[0-9.]+)?\\s*");
    private static final Pattern ABSOLUTE = Pattern.compile("(?i)(https?)://([^/?#]*)([^#]*)");
    private static final Pattern HEADER_LINE = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256})[ \t]*:(.*)");
    private static final Pattern CURL_REQUEST = Pattern.compile("(?m)^> ?(.*)$");
    private static final Pattern CURL_DATE = Pattern.compile("(?im)^< date:(.*)$");

    private static final int MOST_HEAD = 32 << 10;

    private final String text;

    CaptureParser(byte[] text) {
        String decoded = new String(text, StandardCharsets.ISO_8859_1);
        this.text = decoded.startsWith("\u00ef\u00bb\u00bf") ? decoded.substring(3) : decoded;
    }

    CaptureReading parse() {
        boolean curl = text.lines().anyMatch(line -> line.matches("> [!-~]+ [!-~]+ HTTP/[0-9.]+\\s*"));
        return curl ? parseCurl() : parse(text.replaceFirst("^\\s+", ""), null, true);
    }

    /** The lines that went out first; the body is not among them. */
    private CaptureReading parseCurl() {
        StringBuilder head = new StringBuilder();
        Matcher lines = CURL_REQUEST.matcher(text);
        while (lines.find() && !(lines.group(1).isBlank() && !head.isEmpty())) {
            head.append(lines.group(1).stripTrailing()).append('\n');
        }
        Matcher date = CURL_DATE.matcher(text);
        return parse(head.append('\n').toString(), date.find() ? date(date.group(1)) : null, false);
    }

    private CaptureReading parse(String request, @Nullable Instant answeredAt, boolean withBody) {
        Matcher end = Pattern.compile("\r?\n\r?\n").matcher(request);
        boolean ended = end.find();
        String head = ended ? request.substring(0, end.start()) : request;
        if (head.length() > MOST_HEAD) {
            return new CaptureReading.Unreadable("The header is larger than 32 KiB.");
        }
        List<String> rows = new ArrayList<>(head.lines().toList());
        Matcher start = REQUEST_LINE.matcher(rows.isEmpty() ? "" : rows.removeFirst());
        if (!start.matches()) {
            return new CaptureReading.Unreadable(
                    "The text doesn't begin with a request line, such as POST /listings/l_1/answers HTTP/1.1, and has none"
                            + " behind > as curl -v and rctp call -v print it.");
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (!add(lines, rows.get(i))) {
                return new CaptureReading.Unreadable(
                        "Line " + (i + 2) + " is no header line, such as Content-Type: application/json.");
            }
        }
        String body = ended && withBody ? request.substring(end.end()) : "";
        return request(start, lines, new CapturedBody(body, lines), answeredAt);
    }

    /** Adds the line, or what continues the one before it (RFC 9112 5.2). */
    private static boolean add(List<Line> lines, String row) {
        if (row.isBlank()) {
            return true;
        }
        if ((row.startsWith(" ") || row.startsWith("\t")) && !lines.isEmpty()) {
            Line last = lines.removeLast();
            lines.add(new Line(last.name(), last.value() + " " + row.strip()));
            return true;
        }
        Matcher line = HEADER_LINE.matcher(row);
        return line.matches() && lines.add(new Line(line.group(1), line.group(2)));
    }

    private static CaptureReading request(
            Matcher start, List<Line> lines, CapturedBody body, @Nullable Instant answeredAt) {
        Matcher absolute = ABSOLUTE.matcher(start.group(2));
        boolean isAbsolute = absolute.matches();
        String target = isAbsolute ? absolute.group(3) : start.group(2);
        if (!target.isEmpty() && !target.startsWith("/") && !target.startsWith("?")) {
            return new CaptureReading.Unreadable("The request line's target is neither a path nor an http URL.");
        }
        String host = lines.stream()
                .filter(line -> line.name().equalsIgnoreCase("host"))
                .map(line -> line.value().strip())
                .findFirst()
                .orElse(isAbsolute ? absolute.group(2) : null);
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        return new CapturedRequest(
                start.group(1),
                isAbsolute ? absolute.group(1).toLowerCase(java.util.Locale.ROOT) : null,
                host,
                path.isEmpty() ? "/" : path,
                mark < 0 ? null : target.substring(mark + 1),
                lines,
                body.bytes(),
                body.isKnown(),
                answeredAt);
    }

    private static @Nullable Instant date(String text) {
        try {
            return ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
