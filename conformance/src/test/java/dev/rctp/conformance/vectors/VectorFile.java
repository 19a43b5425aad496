package dev.rctp.conformance.vectors;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One file of cases as it is made. */
final class VectorFile {

    private final String name;
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();
    private final ArrayNode cases = JsonNodeFactory.instance.arrayNode();
    private final Set<String> names = new HashSet<>();

    VectorFile(String name, String about) {
        this.name = name;
        json.put("$schema", "schema.json").put("kind", name).put("about", about);
    }

    String fileName() {
        return name + ".json";
    }

    /** What all cases share. */
    void shared(String member, JsonNode value) {
        json.set(member, value);
    }

    /** The public keys that cases name. */
    void keys(TestKey... keys) {
        ObjectNode jwks = json.putObject("keys");
        for (TestKey key : keys) {
            jwks.set(key.name(), key.publicJwk());
        }
    }

    /** A case that must be judged good; the caller adds inputs and what is expected. */
    ObjectNode valid(String caseName, String clause, String comment) {
        return add(caseName, clause, comment, true);
    }

    /** A case that must be refused; the caller adds inputs and what is expected. */
    ObjectNode invalid(String caseName, String clause, String comment) {
        return add(caseName, clause, comment, false);
    }

    private ObjectNode add(String caseName, String clause, String comment, boolean valid) {
        if (!names.add(caseName)) {
            throw new IllegalStateException(name + " has two cases " + caseName);
        }
        return cases.addObject()
                .put("name", caseName)
                .put("clause", clause)
                .put("comment", comment)
                .put("valid", valid);
    }

    byte[] bytes() {
        json.set("cases", cases);
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return Texts.utf8(mapper.writeValueAsString(json).replace("\r\n", "\n") + "\n");
    }
}
