package dev.rctp.conformance.server;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes answers to a connection (RFC 9112 sections 4 to 7). */
final class Answering {

    private final InputStream in;
    private final OutputStream out;

    Answering(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Whether the connection can carry another answer. */
    boolean write(String method, Reply reply, boolean keep) throws IOException, InterruptedException {
        if (reply.delay().isPositive()) {
            Thread.sleep(reply.delay());
        }
        boolean bare = method.equals("HEAD") || reply.status() == 204 || reply.status() == 304;
        switch (reply.content()) {
            case Reply.HungUp() -> {
                return false;
            }
            case Reply.Raw(byte[] octets) -> {
                out.write(octets);
                out.flush();
                return false;
            }
            case Reply.Taken(Reply.Conversation conversation) -> {
                out.write(head(reply, ""));
                out.flush();
                conversation.talk(in, out);
                return false;
            }
            case Reply.Octets(byte[] octets) -> {
                String length = isCounted(reply) ? "Content-Length: " + octets.length + "\r\n" : "";
                ByteArrayOutputStream whole = new ByteArrayOutputStream(octets.length + 512);
                whole.write(head(reply, length + end(keep)));
                if (!bare) {
                    whole.write(octets);
                }
                whole.writeTo(out);
                out.flush();
            }
            case Reply.Chunks(Reply.Writer writer) -> {
                out.write(head(reply, "Transfer-Encoding: chunked\r\n" + end(keep)));
                out.flush();
                if (!bare) {
                    OutputStream body = new BufferedOutputStream(new ChunkStream(out), 16 << 10);
                    writer.writeTo(body); // where it throws, the body stays without its end
                    body.close();
                }
            }
        }
        return true;
    }

    /** Not without content (RFC 9110 section 8.6), nor where the answer has a length of its own, be it wrong. */
    private static boolean isCounted(Reply reply) {
        return reply.status() != 204
                && reply.status() != 304
                && reply.headers().stream().noneMatch(field -> field.getKey().equalsIgnoreCase("content-length"));
    }

    private static String end(boolean keep) {
        return keep ? "" : "Connection: close\r\n";
    }

    private static byte[] head(Reply reply, String framing) {
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(reply.status())
                .append(' ')
                .append(reply.status() == 101 ? "Switching Protocols" : "")
                .append("\r\n");
        reply.headers()
                .forEach(field -> head.append(field.getKey())
                        .append(": ")
                        .append(field.getValue())
                        .append("\r\n"));
        return head.append(framing).append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
