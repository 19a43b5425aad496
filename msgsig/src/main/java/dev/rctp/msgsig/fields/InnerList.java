package dev.rctp.msgsig.fields;

import java.util.List;

/**
 * Items in parentheses with parameters of their own (RFC 9651 3.1.1, 4.1.1.1).
 *
 * @param items in their order
 * @param parameters of the list as a whole
 */
public record InnerList(List<Item> items, Parameters parameters) implements Member {

    /** Keeps its own copy of the items. */
    public InnerList {
        items = List.copyOf(items);
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append('(');
        String separator = "";
        for (Item item : items) {
            item.appendTo(out.append(separator));
            separator = " ";
        }
        parameters.appendTo(out.append(')'));
    }
}
