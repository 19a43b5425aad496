package dev.rctp.gateway.config;

import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * The texts of a configuration, for checks; values of another type are passed over, the schema has named them.
 *
 * @param root the file
 */
record TextValues(JsonNode root) {

    /** Runs the check on path and text if there is a text at the path. */
    void each(String path, BiConsumer<String, String> check) {
        JsonNode value = root.at(path);
        if (value.isString()) {
            check.accept(path, value.stringValue());
        }
    }

    /** Runs the check on each text of a list. */
    void elements(String list, BiConsumer<String, String> check) {
        for (int i = 0; i < root.at(list).size(); i++) {
            each(list + "/" + i, check);
        }
    }
}
