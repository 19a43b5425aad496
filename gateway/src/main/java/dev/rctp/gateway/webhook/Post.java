package dev.rctp.gateway.webhook;

import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Carries one webhook to one address; follows no redirect. */
@FunctionalInterface
public interface Post {

    /**
     * The status of the answer.
     *
     * @throws IOException where no whole answer came, or the address is one that may not be connected to (OPR-2)
     */
    int send(URI url, HttpFields fields, byte[] body, Duration deadline) throws IOException, InterruptedException;
}
