package dev.rctp.gateway.cli;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MalformedSignatureException;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.ReceivedSignature;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureBase;
import dev.rctp.msgsig.agent.DecisionField;
import dev.rctp.msgsig.agent.Receipt;
import java.io.PrintWriter;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@code rctp call -v} tells of a call: its signature base, its head, the answer's head and the decision; never the token. */
final class CallTrace {

    private static final String HIDDEN = "(hidden)";

    private final PrintWriter out;

    CallTrace(PrintWriter out) {
        this.out = out;
    }

    /** One sentence. */
    void say(String sentence) {
        out.println("* " + sentence);
        out.flush();
    }

    /** The signature base and the head of what is sent. */
    void request(HttpRequest request) {
        say("Signature base; its lines end in LF, the last one without:");
        base(request).lines().map(CallTrace::withoutToken).forEach(out::println);
        requestHead(request);
        out.println(">");
        out.flush();
    }

    /** As curl prints it, with what the client adds: {@code rctp explain} reads it. */
    private void requestHead(HttpRequest request) {
        RequestMessage message = RequestSigner.message(request.method(), request.uri(), HttpFields.none());
        String query = message.query() == null ? "" : "?" + message.query();
        out.println("> " + message.method() + " " + message.path() + query + " HTTP/1.1");
        out.println("> host: " + message.authority());
        long length = request.bodyPublisher()
                .map(HttpRequest.BodyPublisher::contentLength)
                .orElse(0L);
        if (length > 0) {
            out.println("> content-length: " + length);
        }
        head("> ", request.headers());
    }

    /** The head of the answer, and the decision and receipt in words. */
    void answer(HttpResponse<byte[]> answer) {
        out.println("< " + answer.statusCode());
        head("< ", answer.headers());
        answer.headers()
                .firstValue("rctp-decision")
                .flatMap(DecisionField::parse)
                .map(CallTrace::words)
                .ifPresent(this::say);
        answer.headers()
                .firstValue("rctp-record")
                .flatMap(Receipt::parse)
                .map(receipt -> "Receipt: entry " + receipt.seq() + " of " + receipt.subjectType() + "/"
                        + receipt.subjectId() + ".")
                .ifPresent(this::say);
        out.flush();
    }

    private static String words(DecisionField decision) {
        return switch (decision) {
            case DecisionField.Auto() -> "Decision: auto, carried out.";
            case DecisionField.Ask(String id, var expiresIn) ->
                "Decision: ask; the seller has " + expiresIn.toSeconds() + " s to answer " + id + ".";
            case DecisionField.Forbid(String action, String reason) ->
                "Decision: forbid, " + reason + (action.isEmpty() ? "." : " (" + action + ").");
        };
    }

    private static String base(HttpRequest request) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        request.headers().map().forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        var message = RequestSigner.message(request.method(), request.uri(), fields.build());
        try {
            return ReceivedSignature.read(message.fields(), MessageSigner.LABEL)
                            instanceof ReceivedSignature.Present signature
                    ? SignatureBase.ofRequest(message, signature.input()).toString()
                    : "";
        } catch (MalformedSignatureException e) {
            throw new IllegalStateException("what was signed has no base", e);
        }
    }

    private static String withoutToken(String line) {
        return line.startsWith("\"authorization\": ") ? "\"authorization\": Bearer " + HIDDEN : line;
    }

    private void head(String mark, HttpHeaders headers) {
        for (Map.Entry<String, List<String>> header : new TreeMap<>(headers.map()).entrySet()) {
            String name = header.getKey();
            boolean secret = name.equalsIgnoreCase("authorization");
            header.getValue().forEach(value -> out.println(mark + name + ": " + (secret ? "Bearer " + HIDDEN : value)));
        }
        out.flush();
    }
}
