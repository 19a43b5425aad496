package dev.rctp.gateway.management;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.explain.CaptureReading;
import dev.rctp.gateway.explain.CapturedRequest;
import dev.rctp.gateway.explain.Explainer;
import dev.rctp.gateway.explain.Explanation;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A page on the management port that says why a pasted request's signature fails; off unless configured (docs/decisions.md).
 * Nothing pasted is stored or logged.
 */
public final class DebugPage implements RequestHandler {

    private static final int MOST_BYTES = 128 << 10;
    private static final int MOST_FORM_BYTES = 3 * MOST_BYTES + (64 << 10);
    private static final long PATIENCE_SECONDS = 2;

    private final Explainer explainer;
    private final Secret secret;
    private final InstantSource clock;
    private final DebugHtml html = new DebugHtml();
    private final Semaphore turn = new Semaphore(1);

    /** A page that judges with this explainer by this clock; the secret is a field of its form. */
    public DebugPage(Explainer explainer, Secret secret, InstantSource clock) {
        this.explainer = explainer;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        return switch (request.message().method()) {
            case "GET", "HEAD" -> html.form();
            case "POST" -> posted(request);
            default -> html.told(405, "This page is read, and posted to.");
        };
    }

    private Reply posted(InboundRequest request) throws InterruptedException {
        String type = request.message().fields().combined("content-type").orElse("");
        if (!type.matches("(?i)application/x-www-form-urlencoded *(;.*)?")) {
            return html.told(415, "This page takes its own form only.");
        }
        if (request.body().length > MOST_FORM_BYTES) {
            return html.told(413, "The request is larger than 128 KiB.");
        }
        Optional<Map<String, String>> form = PostedForm.read(request.body());
        if (form.isEmpty()) {
            return html.told(400, "The form is malformed.");
        }
        return holdsSecret(form.get())
                ? judged(form.get())
                : html.told(403, "That is not the secret of the management port.");
    }

    private boolean holdsSecret(Map<String, String> form) {
        byte[] wanted = secret.reveal().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(wanted, octets(form.getOrDefault("secret", "")));
    }

    private Reply judged(Map<String, String> form) throws InterruptedException {
        byte[] request = octets(form.getOrDefault("request", "").replace("\r\n", "\n"));
        byte[] base = octets(form.getOrDefault("base", "").replace("\r\n", "\n"));
        if (request.length > MOST_BYTES || base.length > MOST_BYTES) {
            return html.told(413, "The request is larger than 128 KiB.");
        }
        Instant at;
        try {
            String sent = form.getOrDefault("at", "").strip();
            at = sent.isEmpty() ? clock.instant() : Instant.parse(sent);
        } catch (DateTimeException e) {
            return html.told(400, "The time is not one such as 2026-11-30T12:00:00Z.");
        }
        return switch (CapturedRequest.parse(request)) {
            case CaptureReading.Unreadable(String sentence) -> html.told(400, sentence);
            case CapturedRequest captured -> explained(captured, at, base);
        };
    }

    /** One at a time: each may cost thousands of verifications, and agents' calls come first. */
    private Reply explained(CapturedRequest captured, Instant at, byte[] base) throws InterruptedException {
        if (!turn.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            return html.told(503, "Another request is being explained; try again.");
        }
        try {
            Optional<Explanation> explained = explainer.explain(captured, at, base.length == 0 ? null : base);
            return explained.map(html::explained).orElseGet(() -> html.told(400, "The request has no Host."));
        } finally {
            turn.release();
        }
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
