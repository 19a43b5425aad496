package dev.rctp.conformance.run;

import java.util.ArrayList;
import java.util.List;

/** The sections of the protocol, in its order. */
public final class AllSections {

    private AllSections() {}

    /** A new instance of each. */
    public static List<Section> list() {
        List<Section> all = new ArrayList<>();
        return List.copyOf(all);
    }
}
