package dev.rctp.conformance.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where the target listens.
 *
 * @param base its base URL, without a path
 * @param timeout how long an answer may take
 */
public record Door(URI base, Duration timeout) {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** {@code https} or {@code http}. */
    public String scheme() {
        return base.getScheme();
    }

    /** Host and port as a client writes them in {@code Host}. */
    public String authority() {
        return base.getRawAuthority();
    }

    /** A new connection, whose reads end after {@link #timeout}; throws {@link NoAnswerException} where there is none. */
    public Socket connect() throws NoAnswerException {
        boolean tls = scheme().equals("https");
        int port = base.getPort() >= 0 ? base.getPort() : tls ? HTTPS : HTTP;
        Socket socket = null;
        try {
            socket = (tls ? SSLSocketFactory.getDefault() : SocketFactory.getDefault()).createSocket();
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
            socket.connect(new InetSocketAddress(base.getHost(), port), Math.toIntExact(timeout.toMillis()));
            if (socket instanceof SSLSocket secured) {
                SSLParameters parameters = secured.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secured.setSSLParameters(parameters);
                secured.startHandshake();
            }
            return socket;
        } catch (SocketTimeoutException e) {
            close(socket);
            throw new NoAnswerException("The target at " + base + " did not accept a connection in time.", e);
        } catch (IOException e) {
            close(socket);
            throw new NoAnswerException("The target at " + base + " can't be reached: " + e.getMessage() + ".", e);
        }
    }

    private static void close(@Nullable Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException _) {
            // it never was open
        }
    }
}
