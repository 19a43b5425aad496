package dev.rctp.gateway.config;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Puts environment variables where string values have <code>${NAME}</code>; <code>$${</code> stands for a plain <code>${</code>. */
final class EnvironmentValues {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)}?");

    private final Map<String, String> environment;
    private final boolean isRequired;
    private final FaultList faults;

    /** Values of variables that are not set are faults, or, where they are not required, taken for good. */
    EnvironmentValues(Map<String, String> environment, boolean isRequired, FaultList faults) {
        this.environment = environment;
        this.isRequired = isRequired;
        this.faults = faults;
    }

    JsonNode fill(JsonNode value, String path) {
        return switch (value) {
            case ObjectNode object -> object(object, path);
            case ArrayNode array -> array(array, path);
            default -> value.isString() ? JsonNodeFactory.instance.stringNode(text(value.stringValue(), path)) : value;
        };
    }

    private ObjectNode object(ObjectNode object, String path) {
        ObjectNode filled = JsonNodeFactory.instance.objectNode();
        object.properties()
                .forEach(member -> filled.set(
                        member.getKey(),
                        fill(
                                member.getValue(),
                                path + "/" + member.getKey().replace("~", "~0").replace("/", "~1"))));
        return filled;
    }

    private ArrayNode array(ArrayNode array, String path) {
        ArrayNode filled = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> filled.add(fill(element, path + "/" + filled.size())));
        return filled;
    }

    private String text(String text, String path) {
        return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement(found, path)));
    }

    private String replacement(MatchResult found, String path) {
        String name = found.group(1);
        if (name == null) {
            return "${";
        }
        String value = found.group().endsWith("}") ? environment.get(name) : null;
        if (value == null && isName(found) && !isRequired) {
            faults.assumeGood(path);
            return found.group();
        }
        if (value == null) {
            faults.add(
                    path,
                    isName(found)
                            ? "names the environment variable " + name + ", which is not set"
                            : "has ${ without the name of an environment variable and }");
            return found.group();
        }
        return value;
    }

    private static boolean isName(MatchResult found) {
        return found.group().matches("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");
    }
}
