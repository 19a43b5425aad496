package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** What the marketplace tells of its listings through the management API (LST-9). */
public final class Told {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Told() {}

    /** A listing that the target was told of, the seller's, without terms. */
    public static Listing bare(Trial t) {
        Listing listing = t.scene().bareListing();
        of(t, listing.id(), "A thing", t.scene().seller().sub());
        return listing;
    }

    /** Tells what a listing is, at the usual price; anything but success blocks the test. */
    public static void of(Trial t, String id, String title, String seller) {
        ObjectNode body = Json.object().put("seller", seller).put("title", title);
        body.set("list_price", Json.eur(Scene.LIST_PRICE));
        body.put("term_set", "goods.small/1");
        send(t, id, HttpRequest.newBuilder().PUT(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    /** Tells that a listing was withdrawn or sold elsewhere; anything but success blocks the test. */
    public static void gone(Trial t, String id) {
        send(t, id, HttpRequest.newBuilder().DELETE());
    }

    private static void send(Trial t, String id, HttpRequest.Builder request) {
        Plan.Management door = t.needed(t.world().target().plan().management(), "The plan names no management API.");
        URI url = t.preparing(() -> t.said(
                        door.url().toString().replaceAll("/+$", "") + "/listings/" + id, "A listing's address")
                .address());
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    request.uri(url)
                            .timeout(PATIENCE)
                            .header("Authorization", "Bearer " + door.bearer())
                            .header("Content-Type", "application/json")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            t.blockedUnless(
                    answer.statusCode() / 100 == 2,
                    "The management API answered " + answer.statusCode() + " " + answer.body());
        } catch (IOException e) {
            t.blockedUnless(false, "The management API did not answer: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }
}
