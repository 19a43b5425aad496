package dev.rctp.conformance.world;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A whole record as one party reads it, page after page (REC-4).
 *
 * @param entries from the first one on, each a JSON object with a {@code seq} and a canonical form
 * @param openings what this reader may know beside
 * @param texts the bodies of the pages
 */
public record RecordPages(List<JsonNode> entries, List<JsonNode> openings, List<String> texts) {

    private static final int MOST_PAGES = 1_000;

    /** Reads on from this call until no entry is left; what can't be read blocks the test. */
    public static RecordPages read(Trial t, Call first) {
        RecordPages all = new RecordPages(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Call next = first;
        long last = -1;
        while (true) {
            Answer answer = t.control(next, 200);
            List<JsonNode> entries = answer.at("entries").valueStream().toList();
            all.texts.add(answer.text());
            if (entries.isEmpty()) {
                return all;
            }
            for (JsonNode entry : entries) {
                long seq = t.preparing(() -> number(t, entry));
                t.blockedUnless(seq > last, "The record was to go on after entry " + last + ", not with " + seq + ".");
                last = seq;
            }
            all.entries.addAll(entries);
            all.openings.addAll(answer.at("openings").valueStream().toList());
            t.blockedUnless(all.texts.size() < MOST_PAGES, "The record has no end.");
            next = first.query("from=" + (last + 1));
        }
    }

    private static long number(Trial t, JsonNode entry) {
        t.said(entry, "An entry").canonical();
        return t.said(entry, "An entry").member("seq").number();
    }
}
