package dev.rctp.conformance.product;

import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's browser at the sandbox's consent page: allows what it is asked. */
final class ConsentDoor implements AutoCloseable {

    private static final Pattern TICKET = Pattern.compile("name=\"request\" value=\"([^\"]+)\"");
    private static final Pattern SELLER = Pattern.compile("<option value=\"([^\"]+)\"");

    private final HttpClient browser = HttpClient.newHttpClient();
    private final HttpHost host =
            HttpHost.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, this::answer);

    /** The {@code consent_url} of a plan. */
    String url() {
        return "http://localhost:" + host.port() + "/";
    }

    @Override
    public void close() {
        host.close();
    }

    private Reply answer(Received received) {
        try {
            return Reply.json(200, visit(URI.create(received.json().path("url").asString(""))));
        } catch (IOException e) {
            return Reply.of(502);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.of(503);
        }
    }

    private ObjectNode visit(URI url) throws IOException, InterruptedException {
        HttpResponse<String> shown =
                browser.send(HttpRequest.newBuilder(url).GET().build(), HttpResponse.BodyHandlers.ofString());
        ObjectNode told = JsonNodeFactory.instance.objectNode();
        shown.headers().firstValue("location").ifPresent(to -> told.put("redirect", to));
        Matcher ticket = TICKET.matcher(shown.body());
        Matcher seller = SELLER.matcher(shown.body());
        if (shown.statusCode() == 200 && ticket.find() && seller.find()) {
            told.put("page", shown.body());
            told.put("redirect", allow(url, ticket.group(1), seller.group(1)));
        }
        return told;
    }

    private String allow(URI url, String ticket, String seller) throws IOException, InterruptedException {
        String form = "decision=approve&request=" + encoded(ticket) + "&seller=" + encoded(seller);
        HttpRequest post = HttpRequest.newBuilder(url.resolve("/authorize"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", url.getScheme() + "://" + url.getRawAuthority())
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        return browser.send(post, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("location")
                .orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
