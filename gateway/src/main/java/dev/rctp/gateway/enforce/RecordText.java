package dev.rctp.gateway.enforce;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Objects of stored entries, made of their very bytes: {@code {"entries", "openings"}} of REC-4, and lists. */
final class RecordText {

    private final ByteArrayOutputStream json = new ByteArrayOutputStream();

    void entries(List<byte[]> entries) {
        text("{\"entries\":");
        array(entries);
    }

    void openings(List<byte[]> openings) {
        text(",\"openings\":");
        array(openings);
        text("}");
    }

    /** An object with these alone, under that name. */
    static byte[] list(String name, List<byte[]> entries) {
        RecordText text = new RecordText();
        text.text("{\"" + name + "\":");
        text.array(entries);
        text.text("}");
        return text.bytes();
    }

    byte[] bytes() {
        return json.toByteArray();
    }

    private void array(List<byte[]> values) {
        json.write('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                json.write(',');
            }
            json.writeBytes(values.get(i));
        }
        json.write(']');
    }

    private void text(String text) {
        json.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
