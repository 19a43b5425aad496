package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.InnerList;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.msgsig.fields.StringItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one signature says it covers, and its parameters (RFC 9421 2.3, 4.1); as received, in the order received. */
public final class SignatureInput {

    /** Each may cost the parsing of a whole field, before anyone is known. */
    private static final int MOST_COMPONENTS = 64;

    private final InnerList parsed;
    private final List<Component> components;
    private final boolean coversTrailer;

    private SignatureInput(InnerList parsed, List<Component> components, boolean coversTrailer) {
        this.parsed = parsed;
        this.components = List.copyOf(components);
        this.coversTrailer = coversTrailer;
    }

    /** Reads a member of {@code Signature-Input}; refuses duplicate components (B7) and parameters of a wrong type (B10, B11). */
    public static SignatureInput of(Member member) throws MalformedSignatureException {
        if (!(member instanceof InnerList list)) {
            throw new MalformedSignatureException("The signature input is not a list of components.");
        }
        if (list.items().size() > MOST_COMPONENTS) {
            throw new MalformedSignatureException("More than " + MOST_COMPONENTS + " components are covered.");
        }
        List<Component> components = new ArrayList<>(list.items().size());
        Set<Component> seen = new HashSet<>();
        boolean trailer = false;
        for (Item item : list.items()) {
            Component component = Component.of(item);
            if (!seen.add(component)) {
                throw new MalformedSignatureException("A component is listed twice.");
            }
            components.add(component);
            trailer |= component.isTrailer();
        }
        checkParameter(list, "created", IntegerItem.class);
        checkParameter(list, "expires", IntegerItem.class);
        for (String text : List.of("keyid", "alg", "nonce", "tag")) {
            checkParameter(list, text, StringItem.class);
        }
        return new SignatureInput(list, components, trailer);
    }

    private static void checkParameter(InnerList list, String name, Class<? extends BareItem> type)
            throws MalformedSignatureException {
        BareItem value = list.parameters().get(name);
        if (value != null && !type.isInstance(value)) {
            throw new MalformedSignatureException("The signature parameter " + name + " has the wrong type.");
        }
    }

    /** The covered components, in the order of the signature base. */
    public List<Component> components() {
        return components;
    }

    /** Whether the component with exactly these parameters, in any order, is covered. */
    public boolean covers(Component component) {
        return components.contains(component);
    }

    /** Whether the field or derived component is covered without any parameter. */
    public boolean covers(String name) {
        return components.stream()
                .anyMatch(c -> c.name().equals(name) && c.parameters().entries().isEmpty());
    }

    /** Whether a component is of the trailer fields. */
    boolean coversTrailer() {
        return coversTrailer;
    }

    /** When it was made, seconds since 1970; null where it doesn't say. */
    public @Nullable Long created() {
        return integer("created");
    }

    /** When it ends, seconds since 1970; null where it doesn't say. */
    public @Nullable Long expires() {
        return integer("expires");
    }

    /** The key's name; null where it doesn't say. */
    public @Nullable String keyId() {
        return text("keyid");
    }

    /** The algorithm claimed, which decides nothing (B10); null where it doesn't say. */
    public @Nullable String alg() {
        return text("alg");
    }

    /** The application it is for; null where it doesn't say. */
    public @Nullable String tag() {
        return text("tag");
    }

    /** A value that makes it unlike any other; null where it doesn't say. */
    public @Nullable String nonce() {
        return text("nonce");
    }

    /** As a member of {@code Signature-Input}. */
    InnerList member() {
        return parsed;
    }

    /** The value of {@code @signature-params}: components and parameters re-serialized in their order (B16). */
    public String serialize() {
        return parsed.serialize();
    }

    private @Nullable Long integer(String name) {
        return parsed.parameters().get(name) instanceof IntegerItem(long value) ? value : null;
    }

    private @Nullable String text(String name) {
        return parsed.parameters().get(name) instanceof StringItem(String value) ? value : null;
    }

    @Override
    public String toString() {
        return serialize();
    }
}
