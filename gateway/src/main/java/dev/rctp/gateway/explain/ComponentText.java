package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.BaseText.Line;
import dev.rctp.msgsig.MalformedSignatureException;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Signature inputs and values of single components, by msgsig. */
final class ComponentText {

    private ComponentText() {}

    /** The input with just this component. */
    static SignatureInput single(String identifier) throws MalformedSignatureException {
        try {
            return SignatureInput.of(Objects.requireNonNull(
                    Dictionary.parse("a=(" + identifier + ")").get("a")));
        } catch (MalformedFieldException e) {
            throw new IllegalArgumentException("not a component identifier: " + identifier, e);
        }
    }

    /** The component's value in the request; null where it has none, or none of interest. */
    static @Nullable String of(RequestMessage request, String name) {
        if (name.equals("@query") && request.query() == null) {
            return null;
        }
        try {
            BaseText base = BaseText.expected(request, single("\"" + name + "\""), new ArrayList<>());
            Line line = base.lines().getFirst();
            return line.isParams() ? null : line.value();
        } catch (MalformedSignatureException e) {
            return null;
        }
    }
}
