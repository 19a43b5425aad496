package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.Reply;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The answer side of one client's connection: one answer at a time, whole or in parts; confined to its event loop. */
final class AnswerWriter {

    private final EdgeParts edge;
    private final ChannelHandlerContext context;
    private final Deadline deadline;
    private final BooleanSupplier reusable;
    private final Runnable written;
    private boolean begun;
    private boolean persistent;

    /**
     * The answer side of a connection.
     *
     * @param deadline the connection's, which is set while the client is to take the end of an answer
     * @param reusable whether, at the start of an answer, another request may follow it
     * @param written run when an answer is written whole
     */
    AnswerWriter(
            EdgeParts edge,
            ChannelHandlerContext context,
            Deadline deadline,
            BooleanSupplier reusable,
            Runnable written) {
        this.edge = edge;
        this.context = context;
        this.deadline = deadline;
        this.reusable = reusable;
        this.written = written;
    }

    /** Whether an answer to the current request has begun. */
    boolean begun() {
        return begun;
    }

    /** Whether the connection goes on after the answer that has begun. */
    boolean persistent() {
        return persistent;
    }

    /** The next answer may begin. */
    void next() {
        begun = false;
    }

    /** Gives a whole answer; only the first one to a request counts. */
    void whole(Reply reply) {
        if (!begun) {
            begin();
            finish(edge.writing().response(reply, persistent));
        }
    }

    /** Gives this answer where none has begun; one that has begun is cut off. */
    void giveUp(Supplier<Reply> reply) {
        if (begun) {
            close();
        } else {
            whole(reply.get());
        }
    }

    /** Writes the head of an answer in parts, without flushing. */
    void head(HttpResponse response) {
        begin();
        edge.writing().complete(response.headers(), persistent);
        part(response);
    }

    /** Writes a part of an answer, without flushing. */
    void part(HttpObject part) {
        var _ = context.write(part);
    }

    /** Writes the last part of an answer. */
    void last(HttpContent last) {
        finish(last);
    }

    /** Writes an interim answer. */
    void interim(FullHttpResponse interim) {
        var _ = context.writeAndFlush(interim);
    }

    /** Tells a client that waits to send its body. */
    void goOn() {
        interim(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
    }

    void flush() {
        context.flush();
    }

    /** Whether the client takes what is written to it. */
    boolean isWritable() {
        return context.channel().isWritable();
    }

    private void begin() {
        begun = true;
        persistent = reusable.getAsBoolean();
    }

    private void finish(HttpObject end) {
        deadline.set(edge.settings().idleTimeout().toNanos(), this::close);
        ChannelFuture writing = context.writeAndFlush(end);
        writing.addListener(done -> {
            if (done.isSuccess()) {
                written.run();
            } else {
                close();
            }
        });
    }

    private void close() {
        var _ = context.channel().close();
    }
}
