package dev.rctp.gateway.enforce;

import dev.rctp.attest.ChainPart;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Objects of stored entries, made of their very bytes: {@code {"entries", "openings"}} of REC-4, and lists. */
public final class RecordText {

    private final ByteArrayOutputStream json = new ByteArrayOutputStream();

    private RecordText() {}

    /** A part of a chain as its reader gets it. */
    public static byte[] of(ChainPart part) {
        RecordText text = new RecordText();
        text.text("{\"entries\":");
        text.array(part.entries());
        text.text(",\"openings\":");
        text.array(part.openings());
        text.text("}");
        return text.bytes();
    }

    /** An object with these alone, under that name. */
    static byte[] list(String name, List<byte[]> entries) {
        RecordText text = new RecordText();
        text.text("{\"" + name + "\":");
        text.array(entries);
        text.text("}");
        return text.bytes();
    }

    private byte[] bytes() {
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
