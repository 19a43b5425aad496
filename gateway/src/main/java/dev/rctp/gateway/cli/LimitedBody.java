package dev.rctp.gateway.cli;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer in memory; one of more than 16 MiB ends the exchange. */
final class LimitedBody implements BodySubscriber<byte[]> {

    /** An answer of more than 16 MiB. */
    static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1L;

        private TooLongException() {
            super("the answer is larger than 16 MiB.");
        }
    }

    private static final long MOST = 16 << 20;

    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private Flow.@Nullable Subscription source;
    private long length;

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        bytes.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        length += part.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length <= MOST) {
            bytes.onNext(part);
        } else if (source != null) {
            source.cancel();
            bytes.onError(new TooLongException());
        }
    }

    @Override
    public void onError(Throwable fault) {
        bytes.onError(fault);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}
