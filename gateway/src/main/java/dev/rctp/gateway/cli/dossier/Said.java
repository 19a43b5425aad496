package dev.rctp.gateway.cli.dossier;

import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** An entry in words: who, and what. */
final class Said {

    private static final Map<String, String> ACTIONS = Map.of(
            "listing.create", "Wants to put the item up for sale",
            "listing.set_terms", "Wants to set the terms of the listing",
            "listing.reprice", "Wants to change the asking price",
            "listing.answer_buyer", "Wants to answer a buyer",
            "offer.create", "Wants to make an offer",
            "offer.counter", "Wants to make a counter-offer",
            "offer.accept", "Wants to accept the offer",
            "deal.open", "Wants to check out and make the deal",
            "deal.commit_to_ship", "Wants to promise to ship the item",
            "deal.event", "Wants to report what happened");

    private static final Map<String, String> ENDS = Map.of(
            "approved", "Says yes",
            "declined", "Says no",
            "approval_expired", "Does not answer in time, which counts as no",
            "approval_ended", "Is not asked any more: something else came before the answer",
            "vetoed", "Refuses it, so the step was taken back",
            "lapsed", "The deal lapses: no funds were held in time",
            "listing_named", "Gives the listing its name");

    private final String kind;
    private final JsonNode body;
    private final boolean verified;

    /** Of an entry with this body: its own, with what it confides where that is open; {@code verified} is whether what it says is proven. */
    Said(String kind, JsonNode body, boolean verified) {
        this.kind = kind;
        this.body = body;
        this.verified = verified;
    }

    /** Who says it; text of the parties is in {@link #operator}. */
    String who() {
        return switch (kind) {
            case "approved", "declined", "approval_expired", "approval_ended" -> "The seller";
            case "done", "vetoed", "failed", "listing_named" -> "The marketplace";
            case "event" -> role(body.path("role").asString(""));
            case "decided" -> decider();
            default -> "The gateway";
        };
    }

    private String decider() {
        String side = body.path("side").asString("");
        if (Set.of("holder", "carrier", "marketplace").contains(side)) {
            return role(side);
        }
        if (body.has("caller")) {
            return body.has("agent_id") ? "The seller's agent" : "The buyer's agent";
        }
        return side.equals("seller") ? "The seller's side" : "The buyer's side";
    }

    private static String role(String role) {
        return switch (role) {
            case "holder" -> "The holder of funds";
            case "buyer" -> "The buyer's agent";
            case "seller" -> "The seller's agent";
            case "carrier" -> "The carrier";
            case "marketplace" -> "The marketplace";
            default -> "A party";
        };
    }

    /** The profile of the company that runs the agent; empty where none is named. */
    String operator() {
        return body.path("operator").asString("");
    }

    /** The agent's name; empty where none is named. */
    String agent() {
        return body.path("agent_id").asString("");
    }

    /** What is said. */
    String what() {
        return switch (kind) {
            case "decided" ->
                body.has("action") ? action() : "Something that is confided to this side and not open here";
            case "done" ->
                (isTold() ? "Is told of the event (status " : "Carries it out (status ")
                        + body.path("marketplace_status").asString("?") + ")";
            case "failed" -> failed();
            case "approved", "declined" -> ENDS.get(kind) + (verified ? ", signed with the passkey" : "");
            case "event" -> "Reports: " + words(body.path("type").asString(""));
            default -> ENDS.getOrDefault(kind, kind.replace('_', ' '));
        };
    }

    /** An event stands whatever the marketplace says to it; anything else that it doesn't carry out is undone (EVT-5, PRX-2). */
    private String failed() {
        boolean stands = isTold();
        String status = body.path("marketplace_status").asString("");
        if (status.isEmpty()) {
            return "Gives no answer" + (stands ? " when told; the event stands" : ", so the step was taken back");
        }
        return stands
                ? "Answers with status " + status + " when told; the event stands"
                : "Gives no answer that decides it (status " + status + "), so the step was taken back";
    }

    private boolean isTold() {
        return body.path("action").asString("").equals("deal.event");
    }

    /** A name of the protocol's as words; whoever made a reverse-domain name, it stays as it is. */
    static String words(String name) {
        return name.indexOf('.') < 0 ? name.replace('_', ' ') : name;
    }

    private String action() {
        String action = body.path("action").asString("");
        return ACTIONS.getOrDefault(action, "Wants to call " + action);
    }

    /** What the gateway decided; empty where nothing was to decide. */
    String outcome() {
        return switch (body.path("decision").asString("")) {
            case "auto" -> body.has("approval") ? "Allowed, after the seller's yes" : "Allowed";
            case "ask" -> "The seller is asked";
            case "forbid" -> "Refused: " + body.path("reason").asString("").replace('_', ' ');
            default -> "";
        };
    }

    /** Whether it was refused. */
    boolean isRefused() {
        return body.path("decision").asString("").equals("forbid") || kind.equals("vetoed") || kind.equals("declined");
    }
}
