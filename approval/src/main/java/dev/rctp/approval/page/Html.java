package dev.rctp.approval.page;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Markup that is safe to send: made of escaped text and of {@link Tag}s, and of nothing else. */
public final class Html {

    static final Html NONE = new Html("");

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    /** Any text, as text. */
    public static Html text(String text) {
        return new Html(escaped(text));
    }

    /** These, one after the other. */
    public static Html all(Html... parts) {
        return all(Arrays.asList(parts));
    }

    /** These, one after the other. */
    public static Html all(List<Html> parts) {
        return new Html(parts.stream().map(Html::markup).collect(Collectors.joining()));
    }

    /** An element in the making; throws {@link IllegalArgumentException} for one that these pages may not have. */
    public static Tag tag(String name) {
        return new Tag(name);
    }

    boolean isNone() {
        return markup.isEmpty();
    }

    /** The markup. */
    public String markup() {
        return markup;
    }

    @Override
    public String toString() {
        return markup;
    }

    /** All that HTML gives a meaning, in content or in attributes, written as references. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;")
                .replace("`", "&#96;");
    }

    /** An element in the making. It refuses what could run, or load what is not the page's own. */
    public static final class Tag {

        private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9-]*");
        private static final Set<String> REFUSED = Set.of("style", "textarea", "iframe", "object", "embed", "base");
        private static final Set<String> VOID = Set.of("meta", "link", "input", "br");
        private static final Set<String> ADDRESSES = Set.of("href", "src");
        private static final Set<String> REFUSED_ATTRIBUTES =
                Set.of("style", "srcdoc", "srcset", "action", "formaction");

        private final String name;
        private final StringBuilder attributes = new StringBuilder();

        private Tag(String name) {
            if (!NAME.matcher(name).matches() || REFUSED.contains(name)) {
                throw new IllegalArgumentException("not an element of these pages: " + name);
            }
            this.name = name;
        }

        /** With an attribute; an address may only be a path of this origin or a fragment. */
        public Tag with(String attribute, String value) {
            boolean refused = attribute.startsWith("on") || REFUSED_ATTRIBUTES.contains(attribute);
            if (refused || !NAME.matcher(attribute).matches()) {
                throw new IllegalArgumentException("not an attribute of these pages: " + attribute);
            }
            if (ADDRESSES.contains(attribute) && !isOwn(value)) {
                throw new IllegalArgumentException("not an address of these pages");
            }
            attributes
                    .append(' ')
                    .append(attribute)
                    .append("=\"")
                    .append(escaped(value))
                    .append('"');
            return this;
        }

        /** With an attribute that says all by being there, if it is so. */
        Tag flag(String attribute, boolean isSo) {
            return isSo ? with(attribute, "") : this;
        }

        /** With this id. */
        public Tag id(String id) {
            return with("id", id);
        }

        /** With these classes. */
        public Tag styled(String classes) {
            return with("class", classes);
        }

        /** The element around these. */
        public Html of(Html... content) {
            String start = "<" + name + attributes + ">";
            return new Html(VOID.contains(name) ? start : start + all(content).markup + "</" + name + ">");
        }

        /** The element around this text. */
        public Html of(String text) {
            return of(text(text));
        }

        private static boolean isOwn(String address) {
            boolean path = address.startsWith("/") && !address.startsWith("//") && !address.contains("\\");
            return path || address.startsWith("#");
        }
    }
}
