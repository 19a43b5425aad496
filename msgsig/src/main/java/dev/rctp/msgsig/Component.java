package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.BooleanItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Parameters;
import dev.rctp.msgsig.fields.StringItem;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one line of a signature base is about (RFC 9421 2); equal whatever the order of its parameters.
 *
 * @param name a lower-case field name, or a derived component's name with its {@code @}
 * @param parameters of those that {@link #of} accepts, in the order received
 */
public record Component(String name, Parameters parameters) {

    private static final Set<String> DERIVED =
            Set.of("@method", "@target-uri", "@authority", "@scheme", "@request-target", "@path", "@query", "@status");

    private static final String QUERY_PARAMETER = "@query-param";

    private static final Set<String> FLAGS = Set.of("req", "sf", "bs", "tr");

    /**
     * The component an Item names; refuses unknown derived components and unknown parameters, which no verifier may
     * ignore (RFC 9421 2.5).
     */
    public static Component of(Item item) throws MalformedSignatureException {
        if (!(item.value() instanceof StringItem(String name))) {
            throw new MalformedSignatureException("A component identifier is not a string.");
        }
        if (!DERIVED.contains(name) && !name.equals(QUERY_PARAMETER) && !isFieldName(name)) {
            throw new MalformedSignatureException("A component is neither a known derived one nor a field name.");
        }
        for (Map.Entry<String, BareItem> parameter : item.parameters().entries().entrySet()) {
            checkParameter(name, parameter.getKey(), parameter.getValue());
        }
        Component component = new Component(name, item.parameters());
        if (component.isBytes() && (component.isStrict() || component.key() != null)) {
            throw new MalformedSignatureException("A component has bs beside sf or key.");
        }
        if (name.equals(QUERY_PARAMETER) && component.parameterName() == null) {
            throw new MalformedSignatureException("An @query-param has no name.");
        }
        return component;
    }

    /** The component with this text, such as {@code "signature";key="sig1";req} with its quotes. */
    public static Component parse(String identifier) throws MalformedSignatureException {
        try {
            return of(Item.parseUnique(identifier));
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("A component identifier is malformed: " + e.getMessage() + ".");
        }
    }

    /** As {@link #parse} for text in a program; throws {@link IllegalArgumentException} for a malformed one. */
    static Component constant(String identifier) {
        try {
            return parse(identifier);
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException("not a component identifier: " + identifier, e);
        }
    }

    /** A lower-case field name (RFC 9110 5.1). */
    private static boolean isFieldName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            if (!alphanumeric && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static void checkParameter(String name, String key, BareItem value) throws MalformedSignatureException {
        boolean flag = FLAGS.contains(key) && value.equals(BooleanItem.TRUE);
        boolean member = key.equals("key") && value instanceof StringItem;
        boolean parameter = key.equals("name") && value instanceof StringItem && name.equals(QUERY_PARAMETER);
        boolean onDerived = name.startsWith("@") && !key.equals("req");
        if (!parameter && ((!flag && !member) || onDerived)) {
            throw new MalformedSignatureException("A component has a parameter that is not known for it.");
        }
    }

    /** Whether it is derived from the message rather than a field (RFC 9421 2.2). */
    public boolean isDerived() {
        return name.startsWith("@");
    }

    /** {@code req}: of the request that a response answers (RFC 9421 2.4). */
    public boolean isOfRequest() {
        return parameters.get("req") != null;
    }

    /** {@code sf}: the field re-serialized as a structured one (RFC 9421 2.1.1). */
    public boolean isStrict() {
        return parameters.get("sf") != null;
    }

    /** {@code bs}: each line as a Byte Sequence (RFC 9421 2.1.3). */
    public boolean isBytes() {
        return parameters.get("bs") != null;
    }

    /** {@code tr}: of the trailer fields (RFC 9421 2.1.4). */
    public boolean isTrailer() {
        return parameters.get("tr") != null;
    }

    /** {@code name}: the encoded name of a query parameter (RFC 9421 2.2.8); null for all but {@code @query-param}. */
    public @Nullable String parameterName() {
        return parameters.get("name") instanceof StringItem(String value) ? value : null;
    }

    /** {@code key}: one member of a Dictionary field (RFC 9421 2.1.2); null for the whole. */
    public @Nullable String key() {
        return parameters.get("key") instanceof StringItem(String value) ? value : null;
    }

    /** Its canonical text, as in a signature base. */
    public String identifier() {
        return item().serialize();
    }

    Item item() {
        return new Item(new StringItem(name), parameters);
    }
}
