package dev.rctp.gateway.explain;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Other forms of a body that signers take digests of. */
final class BodyForms {

    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    /**
     * One form.
     *
     * @param mistake what kind of mistake it is to digest it
     * @param words what it is
     */
    record Form(Mistake mistake, String words, byte[] bytes) {}

    private final List<Form> forms = new ArrayList<>();

    private BodyForms() {}

    /** The forms of a body, the likeliest first. */
    static List<Form> of(byte[] body) {
        BodyForms of = new BodyForms();
        of.text(new String(body, StandardCharsets.ISO_8859_1));
        of.json(body);
        return of.forms;
    }

    private void json(byte[] body) {
        JsonNode tree;
        try {
            tree = StrictJson.parse(body);
        } catch (InvalidJsonException e) {
            return;
        }
        layouts(tree, "");
        layouts(sorted(tree), ", members sorted");
    }

    private void layouts(JsonNode node, String order) {
        json("without whitespace" + order, node.toString());
        json("with a space behind : and ," + order, JsonLayout.spaced(node));
        json("indented by two spaces" + order, JsonLayout.indented(node, "  "));
        json("indented by four spaces" + order, JsonLayout.indented(node, "    "));
        json("indented by tabs" + order, JsonLayout.indented(node, "\t"));
        json("as Jackson indents it" + order, node.toPrettyString());
    }

    private void json(String words, String text) {
        List<String> spellings = new ArrayList<>(List.of(text));
        if (NOT_ASCII.matcher(text).find()) {
            spellings.add(NOT_ASCII
                    .matcher(text)
                    .replaceAll(
                            found -> "\\\\u%04x".formatted((int) found.group().charAt(0))));
        }
        spellings.add(text.replace("/", "\\/"));
        for (String spelling : spellings) {
            add(Mistake.DIGEST_RESERIALIZED, "the same JSON " + words, spelling.getBytes(StandardCharsets.UTF_8));
            add(
                    Mistake.DIGEST_RESERIALIZED,
                    "the same JSON " + words + ", with a newline at the end",
                    (spelling + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private void text(String text) {
        String unix = text.replace("\r\n", "\n");
        other("the body with a newline at the end", text + "\n");
        other("the body with CRLF at the end", text + "\r\n");
        other("the body without the newline at its end", text.replaceFirst("\r?\n$", ""));
        other("the body without whitespace around it", text.strip());
        other("the body with LF for CRLF", unix);
        other("the body with CRLF for LF", unix.replace("\n", "\r\n"));
        other("no body", "");
        other("an empty JSON object", "{}");
        other("the body with a byte order mark", "\u00ef\u00bb\u00bf" + text);
        other("the body in quotes", JsonNodeFactory.instance.stringNode(text).toString());
        String decoded = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        add(Mistake.DIGEST_OTHER_BYTES, "the body in ISO 8859-1", decoded.getBytes(StandardCharsets.ISO_8859_1));
        add(Mistake.DIGEST_OTHER_BYTES, "the body encoded in UTF-8 twice", text.getBytes(StandardCharsets.UTF_8));
        add(Mistake.DIGEST_OTHER_BYTES, "the body in UTF-16", decoded.getBytes(StandardCharsets.UTF_16LE));
    }

    private void other(String words, String text) {
        add(Mistake.DIGEST_OTHER_BYTES, words, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void add(Mistake mistake, String words, byte[] bytes) {
        forms.add(new Form(mistake, words, bytes));
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            TreeMap<String, JsonNode> members = new TreeMap<>();
            object.properties().forEach(member -> members.put(member.getKey(), sorted(member.getValue())));
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            members.forEach(sorted::set);
            return sorted;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        return node;
    }
}
