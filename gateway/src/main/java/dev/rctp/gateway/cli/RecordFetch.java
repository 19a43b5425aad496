package dev.rctp.gateway.cli;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A deal's record as a gateway's management port gives it, part by part, written as one bundle (REC-6): no more than a part is in memory.
 */
public final class RecordFetch {

    private static final int MOST_OF_PART = 1 << 28;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final String CHECKPOINT = "/checkpoint";

    private final HttpClient http;
    private final URI management;
    private final String secret;

    /** Asks this port with this bearer secret. */
    public RecordFetch(HttpClient http, URI management, String secret) {
        this.http = http;
        this.management = management;
        this.secret = secret;
    }

    /**
     * Has the log signed; false where the gateway keeps none.
     *
     * @throws IOException when there is no answer, or another one
     */
    boolean signLog() throws IOException, InterruptedException {
        expectManagement();
        HttpRequest.Builder request = request(CHECKPOINT).POST(HttpRequest.BodyPublishers.noBody());
        int status = http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
        return switch (status) {
            case OK -> true;
            case 409 -> false;
            case UNAUTHORIZED -> throw new IOException(management + " has another bearer secret than the one given");
            default ->
                throw new IOException(management + " answered " + status + " when it was asked for a checkpoint");
        };
    }

    /** The secret is for a management port alone, and only that asks for a bearer here; the agents' port hands such a call on. */
    private void expectManagement() throws IOException, InterruptedException {
        HttpRequest request = plain(CHECKPOINT).GET().build();
        HttpResponse<Void> answer = http.send(request, HttpResponse.BodyHandlers.discarding());
        boolean asks = answer.headers().firstValue("www-authenticate").equals(Optional.of("Bearer"));
        if (answer.statusCode() != UNAUTHORIZED || !asks) {
            throw new IOException(management + " is no management port of a gateway");
        }
    }

    /**
     * Writes all that there is of the deal, up to so many bytes.
     *
     * @throws IOException when the gateway doesn't know the deal, gives no answer, or one that is no record, or when the bundle would be longer
     */
    public void write(String deal, OutputStream file, long mostBytes) throws IOException, InterruptedException {
        OutputStream out = new Bounded(file, mostBytes);
        String place = "/deals/" + deal + "/record";
        ObjectNode contents = get(place, deal);
        String before = "{\"chains\":[";
        for (JsonNode chain : list(contents, "chains")) {
            text(out, before);
            chain(place, chain, deal, out);
            before = ",";
        }
        if (before.equals(",")) {
            text(out, "],\"keys\":" + list(contents, "keys"));
        } else {
            throw unreadable("it names no chain");
        }
        if (contents.has("log_key")) {
            text(out, ",\"log_key\":" + contents.path("log_key"));
        }
        text(out, "}");
    }

    /** The entries come first and what they confide after them, so the chain is asked for twice; what it grew by in between is left out. */
    private void chain(String place, JsonNode chain, String deal, OutputStream out)
            throws IOException, InterruptedException {
        JsonNode subject = chain.path("subject");
        String parts = place + "/" + encoded(subject, "type") + "/" + encoded(subject, "id") + "?from=";
        List<Long> starts = new ArrayList<>();
        Listing entries = new Listing(out, "{\"entries\":");
        long next = 1;
        for (JsonNode part = part(parts + next, deal); !part.isEmpty(); part = part(parts + next, deal)) {
            starts.add(next);
            next += part.size();
            entries.add(part);
        }
        entries.end();
        Listing openings = new Listing(out, ",\"openings\":");
        for (long start : starts) {
            List<JsonNode> here = new ArrayList<>();
            for (JsonNode opening : list(get(parts + start, deal), "openings")) {
                if (opening.path("seq").asLong(0) < next) {
                    here.add(opening);
                }
            }
            openings.add(here);
        }
        openings.end();
        text(out, ",\"proofs\":" + list(chain, "proofs") + "}");
    }

    private JsonNode part(String path, String deal) throws IOException, InterruptedException {
        return list(get(path, deal), "entries");
    }

    private String encoded(JsonNode subject, String member) throws IOException {
        String text = subject.path(member).asString("");
        if (text.isEmpty()) {
            throw unreadable("it names a chain without " + member);
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode list(JsonNode object, String member) throws IOException {
        JsonNode list = object.path(member);
        if (!list.isArray()) {
            throw unreadable("it has no list of " + member);
        }
        return list;
    }

    private ObjectNode get(String path, String deal) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            return switch (answer.statusCode()) {
                case OK -> StrictJson.parseObject(GivenFile.read(body, "a part of the record", MOST_OF_PART));
                case NOT_FOUND -> throw new IOException("the gateway has no record of " + deal);
                default -> throw new IOException(management + " answered " + answer.statusCode());
            };
        } catch (InvalidJsonException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    private IOException unreadable(String why) {
        return new IOException(management + " gave no record of a deal: " + why);
    }

    private HttpRequest.Builder request(String path) throws IOException {
        try {
            return plain(path).header("authorization", "Bearer " + secret);
        } catch (IllegalArgumentException e) { // its message has the secret
            throw new IOException("the file of the bearer secret holds none");
        }
    }

    private HttpRequest.Builder plain(String path) throws IOException {
        try {
            return HttpRequest.newBuilder(management.resolve(path)).timeout(Duration.ofMinutes(1));
        } catch (IllegalArgumentException e) {
            throw new IOException(management + " is no http or https URL", e);
        }
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A member that is a list, written as its values come. */
    private static final class Listing {

        private final OutputStream out;
        private String before;

        Listing(OutputStream out, String name) {
            this.out = out;
            this.before = name + "[";
        }

        void add(Iterable<JsonNode> values) throws IOException {
            for (JsonNode value : values) {
                text(out, before + value);
                before = ",";
            }
        }

        void end() throws IOException {
            text(out, before.equals(",") ? "]" : before + "]");
        }
    }

    /** Ends what would never end. */
    private static final class Bounded extends FilterOutputStream {

        private final long most;
        private long written;

        Bounded(OutputStream out, long most) {
            super(out);
            this.most = most;
        }

        @Override
        public void write(int one) throws IOException {
            count(1);
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            count(length);
            out.write(bytes, from, length);
        }

        private void count(int more) throws IOException {
            written += more;
            if (written > most) {
                throw new IOException("the record is longer than " + (most >> 20) + " MiB");
            }
        }
    }
}
