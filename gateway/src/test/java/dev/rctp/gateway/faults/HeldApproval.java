package dev.rctp.gateway.faults;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that waits for its seller.
 *
 * @param bargain who asked
 * @param asked the answer to the call
 * @param terms what its seller fills in; null where nothing is to be filled in
 */
record HeldApproval(
        Bargain bargain,
        Answer asked,
        String target,
        String body,
        @Nullable ObjectNode terms) {

    String id() {
        return asked.json().path("approval_id").stringValue();
    }

    /** The approval's page on this gateway. */
    String page(URI gateway) {
        return gateway.resolve("/approve/" + id()).toString();
    }

    /** What the seller signs to say yes: terms are filled in before. */
    String yes(SellersPhone phone, URI gateway) throws IOException, InterruptedException {
        SellersPhone.Said said = terms == null ? phone.open(page(gateway)) : phone.fill(page(gateway), terms);
        return said.json().at("/challenges/approve").stringValue();
    }

    /** The seller says yes; null where the connection broke before there was an answer. */
    SellersPhone.@Nullable Said approve(SellersPhone phone, URI gateway) throws InterruptedException {
        try {
            return approve(phone, gateway, yes(phone, gateway));
        } catch (IOException e) {
            return null;
        }
    }

    /** The same by what the seller was given to sign before. */
    SellersPhone.@Nullable Said approve(SellersPhone phone, URI gateway, String challenge) throws InterruptedException {
        try {
            return phone.answer(page(gateway), "approve", challenge);
        } catch (IOException e) {
            return null;
        }
    }

    /** What the asking agent reads of it, after it has waited so many seconds for its end at most. */
    JsonNode status(Agent agent, int wait) throws IOException, InterruptedException {
        return Bargain.ok(200, agent.read("/approvals/" + id() + "?wait=" + wait, null))
                .json();
    }

    /** What the marketplace got of the call. */
    List<JsonNode> among(List<JsonNode> forwarded) {
        return forwarded.stream()
                .filter(request -> request.path("path").asString().equals(target))
                .filter(request -> title(request.path("body").asString()).equals(title(body)))
                .toList();
    }

    private static String title(String json) {
        return JsonMapper.shared().readTree(json).path("title").asString("");
    }
}
