package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The metadata that an authorization server publishes (RFC 8414 3), taken only where it names the issuer that was asked (B50). */
final class MetadataDocument {

    private MetadataDocument() {}

    /** What sends one GET to the authorization server. */
    interface Fetch {
        Answer get(URI place) throws IOException, InterruptedException;
    }

    /** The document of this issuer; the second place is tried where the first has none. */
    static ObjectNode of(Issuer issuer, Fetch fetch) throws GrantUndecidedException, InterruptedException {
        List<URI> places = issuer.metadataPlaces();
        Answer answer = get(places.get(0), fetch);
        if (answer.status() == 404) {
            answer = get(places.get(1), fetch);
        }
        ObjectNode document = JsonAnswer.object("the request for metadata", answer);
        if (!issuer.text().equals(document.path("issuer").asString(""))) {
            throw new GrantUndecidedException(
                    "the authorization server's metadata is not that of the configured issuer " + issuer.text());
        }
        return document;
    }

    /** The endpoint that the document names; a missing one and one that is not https are undecided. */
    static URI endpoint(Issuer issuer, ObjectNode document, String member) throws GrantUndecidedException {
        if (!document.has(member)) {
            throw new GrantUndecidedException("the authorization server's metadata has no " + member);
        }
        URI uri = issuer.endpoint(document.path(member).asString(""));
        if (uri == null) {
            throw new GrantUndecidedException("the authorization server's " + member + " is not an https URL");
        }
        return uri;
    }

    /** Requires that a list of the metadata, where there is one, has this value. */
    static void requireListed(ObjectNode document, String list, String value) throws GrantUndecidedException {
        JsonNode values = document.path(list);
        if (values.isArray()
                && values.valueStream().noneMatch(v -> v.asString("").equals(value))) {
            throw new GrantUndecidedException("the authorization server's " + list + " does not have " + value);
        }
    }

    private static Answer get(URI place, Fetch fetch) throws GrantUndecidedException, InterruptedException {
        try {
            return fetch.get(place);
        } catch (IOException e) {
            throw new GrantUndecidedException("the request for metadata failed", e);
        }
    }
}
