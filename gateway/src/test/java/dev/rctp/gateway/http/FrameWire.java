package dev.rctp.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client's HTTP/2 connection, frame by frame: what is written is on the wire octet for octet, HPACK without tables or Huffman. */
public final class FrameWire implements AutoCloseable {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int END_STREAM = 1;
    public static final int ACK = 1;
    public static final int END_HEADERS = 4;
    public static final int CANCEL = 8;
    public static final int ENHANCE_YOUR_CALM = 11;

    /** A frame as it came. */
    public record Frame(int type, int flags, int stream, byte[] payload) {
        public boolean ends() {
            return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        }

        public int number() {
            return Unpooled.wrappedBuffer(payload).getInt(0);
        }
    }

    /**
     * What a stream came to.
     *
     * @param heads each head, interim ones first, its fields one text each
     * @param reset the code of the stream's reset, or -1
     * @param goAway the code of the connection's GOAWAY, or -1
     * @param whole whether the stream was ended by the server
     */
    public record Answer(List<Map<String, String>> heads, String body, long reset, long goAway, boolean whole) {
        public int status() {
            return heads.isEmpty() ? 0 : Integer.parseInt(heads.getLast().getOrDefault(":status", "0"));
        }
    }

    private final SSLSocket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 20);
    private final List<Frame> unread = new ArrayList<>();
    private boolean ackSettings = true;

    /** Connects and says what every client says first, with these settings: identifier and value by turns. */
    public FrameWire(InetSocketAddress server, SSLContext tls, int... settings) throws IOException {
        Socket plain = new Socket();
        plain.setReceiveBufferSize(64 << 10);
        plain.setTcpNoDelay(true);
        plain.connect(server, 2000);
        socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", server.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(10_000);
        socket.startHandshake();
        if (!socket.getApplicationProtocol().equals("h2")) {
            throw new IOException("the server speaks no HTTP/2");
        }
        in = new DataInputStream(socket.getInputStream());
        ByteBuf payload = Unpooled.buffer();
        for (int i = 0; i < settings.length; i += 2) {
            payload.writeShort(settings[i]).writeInt(settings[i + 1]);
        }
        send(bytes(Unpooled.wrappedBuffer( // at once: a server may close as soon as it has seen the first of it
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1), octets(SETTINGS, 0, 0, bytes(payload)))));
    }

    public SSLSocket socket() {
        return socket;
    }

    /** Leaves the server's settings without an answer. */
    public FrameWire deaf() {
        ackSettings = false;
        return this;
    }

    public FrameWire send(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        socket.getOutputStream().flush();
        return this;
    }

    public FrameWire frame(int type, int flags, int stream, byte[] payload) throws IOException {
        return send(octets(type, flags, stream, payload));
    }

    /** The octets of a frame. */
    public static byte[] octets(int type, int flags, int stream, byte[] payload) {
        return bytes(Unpooled.buffer()
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload));
    }

    private static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    /** A head: names and values by turns. */
    public FrameWire head(int stream, boolean ends, String... lines) throws IOException {
        return frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, block(lines));
    }

    /** The head of a request with this method and path, and what else is said. */
    public FrameWire request(int stream, boolean ends, String method, String path, String... lines) throws IOException {
        List<String> all = new ArrayList<>(
                List.of(":method", method, ":scheme", "https", ":authority", "shop.example", ":path", path));
        all.addAll(List.of(lines));
        return head(stream, ends, all.toArray(String[]::new));
    }

    public FrameWire data(int stream, boolean ends, String octets) throws IOException {
        return frame(DATA, ends ? END_STREAM : 0, stream, octets.getBytes(ISO_8859_1));
    }

    public FrameWire window(int stream, int more) throws IOException {
        return frame(WINDOW_UPDATE, 0, stream, number(more));
    }

    public FrameWire reset(int stream) throws IOException {
        return frame(RST_STREAM, 0, stream, number(CANCEL));
    }

    private static byte[] number(int value) {
        return bytes(Unpooled.buffer().writeInt(value));
    }

    /** Each line a literal that is not indexed (RFC 7541 6.2.2). */
    public static byte[] block(String... lines) {
        ByteBuf block = Unpooled.buffer();
        for (int i = 0; i < lines.length; i += 2) {
            block.writeByte(0);
            text(block, lines[i]);
            text(block, lines[i + 1]);
        }
        return bytes(block);
    }

    private static void text(ByteBuf block, String text) {
        byte[] octets = text.getBytes(ISO_8859_1);
        int left = octets.length;
        if (left < 127) {
            block.writeByte(left);
        } else {
            block.writeByte(127);
            for (left -= 127; left >= 128; left >>= 7) {
                block.writeByte((left & 127) | 128);
            }
            block.writeByte(left);
        }
        block.writeBytes(octets);
    }

    /** The next frame, SETTINGS answered; null at the end of the connection. */
    @Nullable
    public Frame next() throws IOException {
        try {
            int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
            Frame frame = new Frame(
                    in.readUnsignedByte(),
                    in.readUnsignedByte(),
                    in.readInt() & Integer.MAX_VALUE,
                    in.readNBytes(length));
            if (frame.type() == SETTINGS && (frame.flags() & ACK) == 0 && ackSettings) {
                frame(SETTINGS, ACK, 0, new byte[0]);
            }
            return frame;
        } catch (EOFException | SocketException ended) {
            return null;
        }
    }

    /** Reads until the stream or the connection has ended; frames of other streams are kept for their own turn. */
    public Answer answer(int stream) throws IOException, Http2Exception {
        List<Map<String, String>> heads = new ArrayList<>();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<Frame> waiting = new ArrayList<>(unread);
        unread.clear();
        while (true) {
            Frame frame = waiting.isEmpty() ? next() : waiting.removeFirst();
            if (frame == null) {
                return new Answer(heads, body.toString(ISO_8859_1), -1, -1, false);
            }
            if (frame.type() == GOAWAY && frame.payload()[7] != 0) {
                return new Answer(heads, body.toString(ISO_8859_1), -1, frame.payload()[7], false);
            }
            if (frame.stream() != stream) {
                unread.add(frame);
                continue;
            }
            switch (frame.type()) {
                case HEADERS -> heads.add(fields(frame));
                case DATA -> body.writeBytes(frame.payload());
                case RST_STREAM -> {
                    unread.addAll(waiting);
                    return new Answer(heads, body.toString(ISO_8859_1), frame.number(), -1, false);
                }
                default -> {}
            }
            if (frame.ends()) {
                unread.addAll(waiting);
                return new Answer(heads, body.toString(ISO_8859_1), -1, -1, true);
            }
        }
    }

    /** The next frame of this stream. */
    public Frame frameOf(int stream) throws IOException {
        for (Frame frame : List.copyOf(unread)) {
            if (frame.stream() == stream) {
                unread.remove(frame);
                return frame;
            }
        }
        Frame frame = next();
        while (frame != null && frame.stream() != stream) {
            unread.add(frame);
            frame = next();
        }
        if (frame == null) {
            throw new EOFException("the connection has ended");
        }
        return frame;
    }

    /** The error code of the GOAWAY that the server says at last; -1 where it says none. */
    public int goAway() throws IOException {
        for (Frame frame : unread) {
            if (frame.type() == GOAWAY) {
                return frame.payload()[7];
            }
        }
        Frame frame = next();
        while (frame != null && frame.type() != GOAWAY) {
            frame = next();
        }
        return frame == null ? -1 : frame.payload()[7];
    }

    public Map<String, String> fields(Frame frame) throws Http2Exception {
        Map<String, String> fields = new TreeMap<>();
        decoder.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()))
                .forEach(line -> fields.put(
                        line.getKey().toString().toLowerCase(Locale.ROOT),
                        line.getValue().toString()));
        return fields;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
