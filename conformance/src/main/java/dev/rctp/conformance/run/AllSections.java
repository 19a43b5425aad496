package dev.rctp.conformance.run;

import dev.rctp.conformance.s05listings.Lst1;
import dev.rctp.conformance.s05listings.Lst2;
import dev.rctp.conformance.s05listings.Lst3;
import dev.rctp.conformance.s05listings.Lst4;
import dev.rctp.conformance.s05listings.Lst5;
import dev.rctp.conformance.s05listings.Lst6;
import dev.rctp.conformance.s05listings.Lst7;
import dev.rctp.conformance.s05listings.Lst8;
import dev.rctp.conformance.s05listings.Lst9;
import java.util.ArrayList;
import java.util.List;

/** The sections of the protocol, in its order. */
public final class AllSections {

    private AllSections() {}

    /** A new instance of each. */
    public static List<Section> list() {
        List<Section> all = new ArrayList<>();
        all.addAll(List.of(
                new Lst1(), new Lst2(), new Lst3(), new Lst4(), new Lst5(), new Lst6(), new Lst7(), new Lst8(), new Lst9()));
        return List.copyOf(all);
    }
}
