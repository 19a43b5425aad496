package dev.rctp.msgsig;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The whole body of a request of {@code java.net.http}, which has it only as a publisher. */
final class PublishedBody implements Flow.Subscriber<ByteBuffer> {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();

    private PublishedBody() {}

    /** Its bytes, empty for none; throws {@link IllegalArgumentException} for a body that can't be read. */
    static byte[] of(HttpRequest request) {
        PublishedBody body = new PublishedBody();
        request.bodyPublisher().ifPresentOrElse(publisher -> publisher.subscribe(body), body::onComplete);
        try {
            body.ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the body", e);
        }
        Throwable fault = body.fault.get();
        if (fault != null) {
            throw new IllegalArgumentException("the request's body can't be read", fault);
        }
        return body.bytes.toByteArray();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
    }

    @Override
    public void onError(Throwable cause) {
        fault.set(cause);
        ended.countDown();
    }

    @Override
    public void onComplete() {
        ended.countDown();
    }
}
