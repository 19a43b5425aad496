package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Takes webhooks at {@code POST /<name>/webhooks} and keeps them (WHK-1). */
public final class WebhookReceiver {

    static final String PATH = "/webhooks";

    private record Delivery(String name, Received request, JsonNode body) {}

    private record Plan(String name, String subjectId, Queue<Reply> replies, boolean lasting) {}

    private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    private final List<Plan> plans = new CopyOnWriteArrayList<>();

    /** A receiver without deliveries that answers 200. */
    public WebhookReceiver() {}

    /** What came for this name with a JSON body like this, oldest first. */
    public List<Received> deliveries(String name, Predicate<JsonNode> body) {
        return deliveries.stream()
                .filter(delivery -> delivery.name().equals(name) && body.test(delivery.body()))
                .map(Delivery::request)
                .toList();
    }

    /** What came for this name and speaks of this subject. */
    public List<Received> deliveries(String name, String subjectId) {
        return deliveries.stream()
                .filter(delivery -> delivery.name().equals(name) && speaksOf(delivery.request(), subjectId))
                .map(Delivery::request)
                .toList();
    }

    /** Answers the next deliveries for this name that speak of this subject so, one after another; then 200. */
    public void behave(String name, String subjectId, Reply... replies) {
        plans.add(new Plan(name, subjectId, new ConcurrentLinkedQueue<>(List.of(replies)), false));
    }

    /** Answers all deliveries for this name that speak of this subject so, until it is forgotten. */
    public void behaveAlways(String name, String subjectId, Reply reply) {
        plans.add(new Plan(name, subjectId, new ConcurrentLinkedQueue<>(List.of(reply)), true));
    }

    /** Answers 200 again for this subject. */
    public void forget(String subjectId) {
        plans.removeIf(plan -> plan.subjectId().equals(subjectId));
    }

    Reply answer(String name, Received request) {
        if (!request.method().equals("POST")) {
            return Reply.of(405).with("Allow", "POST");
        }
        deliveries.add(new Delivery(name, request, request.json()));
        for (Plan plan : plans) {
            if (plan.name().equals(name) && speaksOf(request, plan.subjectId())) {
                Reply reply =
                        plan.lasting() ? plan.replies().peek() : plan.replies().poll();
                if (reply != null) {
                    return reply;
                }
            }
        }
        return Reply.of(200);
    }

    private static boolean speaksOf(Received request, String subjectId) {
        return new String(request.body(), StandardCharsets.UTF_8).contains(subjectId);
    }
}
