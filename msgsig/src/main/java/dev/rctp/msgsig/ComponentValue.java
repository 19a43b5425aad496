package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values of components (RFC 9421 2.1, 2.2, 2.4). */
final class ComponentValue {

    private static final Pattern OBSOLETE_FOLD = Pattern.compile("[ \t]*\r?\n[ \t]+");

    private ComponentValue() {}

    /** The value; refuses what the message doesn't have, or has in a way that could be read as two things. */
    static String of(Component component, HttpMessage message, FieldTypes types) throws MalformedSignatureException {
        return switch (message) {
            case RequestMessage request -> ofRequest(component, request, types);
            case ResponseMessage response -> ofResponse(component, response, null, types);
            case Exchange(ResponseMessage response, RequestMessage request) ->
                ofResponse(component, response, request, types);
        };
    }

    private static String ofRequest(Component component, RequestMessage request, FieldTypes types)
            throws MalformedSignatureException {
        if (component.isOfRequest()) {
            throw new MalformedSignatureException("A request's signature covers a component with req.");
        }
        return inRequest(component, request, types);
    }

    private static String ofResponse(
            Component component, ResponseMessage response, @Nullable RequestMessage request, FieldTypes types)
            throws MalformedSignatureException {
        if (component.isOfRequest()) {
            if (request == null) {
                throw new MalformedSignatureException("The request that the response answers is not known.");
            }
            return inRequest(component, request, types);
        }
        if (component.name().equals("@status")) {
            return Integer.toString(response.status());
        }
        return component.isDerived() ? absent(component) : field(component, response, types);
    }

    private static String inRequest(Component component, RequestMessage request, FieldTypes types)
            throws MalformedSignatureException {
        String query = request.query() == null ? "" : "?" + request.query();
        return switch (component.name()) {
            case "@method" -> request.method();
            case "@authority" -> request.authority();
            case "@scheme" -> request.scheme();
            case "@target-uri" -> request.scheme() + "://" + request.authority() + request.path() + query;
            case "@request-target" -> request.path() + query;
            case "@path" -> request.path();
            case "@query" -> query.isEmpty() ? "?" : query;
            case "@query-param" -> queryParameter(component, request);
            default -> component.isDerived() ? absent(component) : field(component, request, types);
        };
    }

    private static String queryParameter(Component component, RequestMessage request)
            throws MalformedSignatureException {
        String name = component.parameterName();
        String value = name == null ? null : QueryParameter.value(request.query(), name);
        return value == null ? absent(component) : value;
    }

    private static String field(Component component, HttpMessage message, FieldTypes types)
            throws MalformedSignatureException {
        HttpFields fields = component.isTrailer() ? message.trailers() : message.fields();
        List<String> lines = fields.values(component.name());
        if (lines.isEmpty()) {
            return absent(component);
        }
        if (component.isBytes()) {
            return lines.stream().map(ComponentValue::byteSequence).collect(Collectors.joining(", "));
        }
        String value = lines.stream().map(ComponentValue::unfold).collect(Collectors.joining(", "));
        String key = component.key();
        if (key != null) {
            return member(component, key, value);
        }
        return component.isStrict() ? types.canonical(component, value) : value;
    }

    /** RFC 9421 2.1.3. */
    private static String byteSequence(String line) {
        return new ByteSequenceItem(unfold(line).getBytes(StandardCharsets.ISO_8859_1)).serialize();
    }

    private static String unfold(String line) {
        return line.indexOf('\n') < 0 ? line : OBSOLETE_FOLD.matcher(line).replaceAll(" ");
    }

    /** RFC 9421 2.1.2; a field whose keys are not unique is refused (B8). */
    private static String member(Component component, String key, String field) throws MalformedSignatureException {
        try {
            Member member = Dictionary.parseUnique(field).get(key);
            return member == null ? absent(component) : member.serialize();
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("The field " + component.name() + " is not a dictionary.");
        }
    }

    private static String absent(Component component) throws MalformedSignatureException {
        throw new MalformedSignatureException(
                "The message has no " + component.name() + " as the signature covers it.");
    }
}
