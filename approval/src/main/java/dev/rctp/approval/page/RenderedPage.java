package dev.rctp.approval.page;

import java.util.Map;

/**
 * A whole answer to a browser.
 *
 * @param status the HTTP status
 * @param fields all fields of the answer but its length, names in lower case
 * @param body the body in UTF-8
 */
public record RenderedPage(int status, Map<String, String> fields, byte[] body) {

    /** Keeps its own copy of the fields. */
    public RenderedPage {
        fields = Map.copyOf(fields);
    }
}
