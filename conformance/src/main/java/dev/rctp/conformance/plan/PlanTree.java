package dev.rctp.conformance.plan;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A plan's members, read with their faults noted; what is faulty reads as its default. */
final class PlanTree {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final JsonNode root;
    private final Map<String, String> environment;
    private final List<String> faults;

    PlanTree(JsonNode root, Map<String, String> environment, List<String> faults) {
        this.root = root;
        this.environment = environment;
        this.faults = faults;
    }

    /** Notes every member of the object at the path that isn't one of these. */
    void closed(String path, Set<String> members) {
        JsonNode node = at(path);
        if (node.isMissingNode() || node.isNull()) {
            return;
        }
        if (!node.isObject()) {
            faults.add((path.isEmpty() ? "The plan" : path) + " has to be an object.");
            return;
        }
        node.propertyNames().stream()
                .filter(name -> !members.contains(name))
                .forEach(name -> faults.add((path.isEmpty() ? "" : path + ".") + name + " is no member of a plan."));
    }

    boolean has(String path) {
        JsonNode node = at(path);
        return !node.isMissingNode() && !node.isNull();
    }

    private JsonNode at(String path) {
        JsonNode node = root;
        for (String name : path.isEmpty() ? new String[0] : path.split("\\.")) {
            node = node.path(name);
        }
        return node;
    }

    @Nullable
    String optional(String path) {
        JsonNode node = at(path);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isString() && !node.isNumber()) {
            faults.add(path + " has to be a text.");
            return null;
        }
        return expanded(path, node.asString());
    }

    private String expanded(String path, String text) {
        Matcher variable = VARIABLE.matcher(text);
        StringBuilder all = new StringBuilder();
        while (variable.find()) {
            String value = environment.get(variable.group(1));
            if (value == null) {
                faults.add(path + " names the environment variable " + variable.group(1) + ", which is not set.");
            }
            variable.appendReplacement(all, Matcher.quoteReplacement(value == null ? "" : value));
        }
        return variable.appendTail(all).toString();
    }

    String text(String path, @Nullable String usual) {
        String value = optional(path);
        if (value == null && usual == null) {
            faults.add(path + " is missing.");
        }
        return value != null ? value : usual != null ? usual : "";
    }

    URI url(String path, @Nullable String usual) {
        String text = text(path, usual);
        URI url = parsed(text);
        if (url == null && !text.isEmpty()) {
            faults.add(path + " has to be an http or https URL.");
        }
        return url == null ? URI.create("http://localhost") : url;
    }

    @Nullable
    URI optionalUrl(String path) {
        return has(path) ? url(path, null) : null;
    }

    private static @Nullable URI parsed(String text) {
        try {
            URI url = new URI(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            return web && url.getHost() != null ? url : null;
        } catch (java.net.URISyntaxException _) {
            return null;
        }
    }

    int number(String path, int usual, int least, int most) {
        JsonNode node = at(path);
        if (node.isMissingNode() || node.isNull()) {
            return usual;
        }
        if (!node.isIntegralNumber() || node.asLong() < least || node.asLong() > most) {
            faults.add(path + " has to be a number from " + least + " to " + most + ".");
            return usual;
        }
        return node.asInt();
    }

    List<String> texts(String path, List<String> usual) {
        JsonNode node = at(path);
        if (node.isMissingNode() || node.isNull()) {
            return usual;
        }
        List<String> all = new ArrayList<>();
        if (node.isArray() && node.valueStream().allMatch(JsonNode::isString)) {
            node.forEach(one -> all.add(one.asString()));
        } else {
            faults.add(path + " has to be a list of texts.");
        }
        return all;
    }

    Map<String, String> textsByName(String path) {
        JsonNode node = at(path);
        Map<String, String> all = new TreeMap<>();
        if (node.isObject() && node.valueStream().allMatch(JsonNode::isString)) {
            node.properties()
                    .forEach(entry -> all.put(entry.getKey(), entry.getValue().asString()));
        } else if (!node.isMissingNode() && !node.isNull()) {
            faults.add(path + " has to be an object of texts.");
        }
        return all;
    }
}
