package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("The registries don't load when a file is wrong or files disagree, and say which and why")
class CrossChecksTest {

    private static final String ACTIONS = "actions.json";
    private static final String REASONS = "reason-codes.json";
    private static final String CHECKPOINTS = "checkpoints.json";
    private static final String RELEASES = "release-conditions.json";
    private static final String GOODS = "term-sets/goods.small-1.json";

    private static void refuses(Map<String, JsonNode> files, String... words) {
        assertThatThrownBy(() -> Registries.of(files))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(words);
    }

    private static Map<String, JsonNode> packed() {
        return new TreeMap<>(RegistryFolder.packed());
    }

    private static Map<String, JsonNode> with(String file, Consumer<ObjectNode> fault) {
        Map<String, JsonNode> files = packed();
        files.computeIfPresent(file, (name, content) -> {
            ObjectNode changed = content.deepCopy().asObject();
            fault.accept(changed);
            return changed;
        });
        return files;
    }

    private static ObjectNode entry(JsonNode file, String list, String key, String value) {
        return file.path(list)
                .valueStream()
                .filter(e -> e.path(key).stringValue().equals(value))
                .findFirst()
                .orElseThrow()
                .asObject();
    }

    private static Map<String, JsonNode> action(String name, Consumer<ObjectNode> fault) {
        return with(ACTIONS, file -> fault.accept(entry(file, "actions", "name", name)));
    }

    private static Map<String, JsonNode> term(String name, Consumer<ObjectNode> fault) {
        return with(GOODS, file -> fault.accept(entry(file, "terms", "name", name)));
    }

    private static void twice(ObjectNode file, String list) {
        ArrayNode entries = file.path(list).asArray();
        entries.add(entries.get(0).deepCopy());
    }

    @Test
    void missingFile() {
        for (String file : new String[] {ACTIONS, REASONS, CHECKPOINTS, RELEASES}) {
            Map<String, JsonNode> files = packed();
            files.remove(file);
            refuses(files, file, "missing");
        }
    }

    @Test
    @DisplayName("Each file is checked against its schema")
    void schema() {
        for (String file : new String[] {ACTIONS, REASONS, CHECKPOINTS, RELEASES, GOODS}) {
            refuses(
                    with(file, content -> content.put("surprise", 1)),
                    file.substring(file.indexOf('/') + 1),
                    "/surprise");
        }
    }

    @Test
    void duplicates() {
        refuses(with(ACTIONS, file -> twice(file, "actions")), ACTIONS, "listing.create", "twice");
        refuses(with(CHECKPOINTS, file -> twice(file, "checkpoints")), CHECKPOINTS, "funds_held", "twice");
        refuses(with(RELEASES, file -> twice(file, "release_conditions")), RELEASES, "buyer_accepted", "twice");
        refuses(with(GOODS, file -> twice(file, "terms")), "goods.small/1", "floor", "twice");
    }

    @Test
    @DisplayName("INV-3: a fixed forbid has no scope, is forbid, and leaves nothing to choose")
    void fixedForbids() {
        refuses(
                action("account.update", a -> a.put("scope", "dev.rctp.deal:account_update")),
                "account.update",
                "INV-3");
        refuses(action("deal.sign_contract", a -> a.put("default_tier", "ask")), "deal.sign_contract", "INV-3");
        refuses(action("deal.sign_contract", a -> a.remove("default_tier")), "deal.sign_contract", "INV-3");
        refuses(action("account.update", a -> a.putArray("allowed_tiers").add("forbid")), "account.update", "INV-3");
        refuses(action("account.update", a -> a.remove("fixed")), "account.update", "scope");
    }

    @Test
    @DisplayName("DEC-4: the default tier is one of the allowed ones, and scopes are the sellers'")
    void tiers() {
        refuses(action("listing.create", a -> a.put("default_tier", "auto")), "listing.create", "default tier");
        refuses(action("listing.create", a -> a.remove("default_tier")), "listing.create", "default tier");
        refuses(action("listing.create", a -> a.remove("allowed_tiers")), "listing.create", "default tier");
        refuses(action("offer.create", a -> a.put("default_tier", "auto")), "offer.create", "no tier");
        refuses(action("offer.create", a -> a.put("scope", "dev.rctp.deal:offer_create")), "offer.create", "seller");
        refuses(action("offer.accept", a -> a.remove("scope")), "offer.accept", "scope");
    }

    @Test
    void scopesAndRoutesAreUnique() {
        refuses(action("offer.accept", a -> a.put("scope", "dev.rctp.deal:offer_counter")), "offer.accept", "scope");
        refuses(
                action(
                        "deal.open",
                        a -> a.putObject("route").put("method", "POST").put("path", "/listings")),
                "deal.open",
                "route");
        refuses(
                action(
                        "offer.accept",
                        a -> a.putObject("route").put("method", "POST").put("path", "/offers/{id}/counter")),
                "offer.accept",
                "route");
    }

    @Test
    void scopesAreWellFormed() {
        refuses(action("offer.accept", a -> a.put("scope", "dev.rctp.deal:Offer")), ACTIONS, "/scope");
        refuses(action("offer.accept", a -> a.put("scope", "offer_accept")), ACTIONS, "/scope");
    }

    @Test
    @DisplayName("Section 4: the reasons are those of the code, each with its status")
    void reasons() {
        refuses(
                with(
                        REASONS,
                        file -> entry(file, "reasons", "code", "below_floor").put("status", 409)),
                REASONS,
                "below_floor",
                "403");
        refuses(with(REASONS, file -> file.path("reasons").asArray().remove(3)), REASONS);
        refuses(
                with(
                        REASONS,
                        file -> entry(file, "reasons", "code", "below_floor").put("code", "no_mood")),
                REASONS,
                "/code");
        refuses(
                with(
                        REASONS,
                        file -> entry(file, "reasons", "code", "below_floor").put("code", "listing_closed")),
                REASONS,
                "listing_closed",
                "twice");
    }

    @Test
    @DisplayName("EVT-4: release conditions name checkpoints, and the default is one of them")
    void releaseConditions() {
        refuses(
                with(
                        RELEASES,
                        file -> entry(file, "release_conditions", "id", "delivered")
                                .put("checkpoint", "arrived")),
                RELEASES,
                "delivered",
                CHECKPOINTS);
        refuses(with(RELEASES, file -> file.put("default", "never")), RELEASES, "never");
    }

    @Test
    @DisplayName("LST-1: a term set is named as its file, names registered release conditions, and one is the default")
    void termSets() {
        refuses(with(GOODS, file -> file.put("id", "goods.large/1")), "goods.small-1.json", "goods.large/1");
        refuses(with(GOODS, file -> file.put("default", false)), "term-sets", "default");
        refuses(term("available_until", term -> term.put("visibility", "private")), "available_until", "public");
        refuses(term("payment_terms", term -> term.put("required", false)), "payment_terms", "always there");
        refuses(term("release_condition", term -> term.remove("default")), "release_condition", "always there");
        refuses(term("deliver_within_days", term -> term.put("name", "days")), "deliver_within_days");
        refuses(term("fulfillment_options", term -> term.put("type", "choice")), "fulfillment_options", "type Choices");
        refuses(with("term-sets/vehicles-1.json", file -> file.put("default", true)), "term-sets", "default");
        refuses(
                term(
                        "release_condition",
                        t -> t.putArray("values").add("buyer_accepted").add("never")),
                "release_condition",
                "never");
        refuses(term("release_condition", t -> t.put("default", "never")), "release_condition", "default");
    }

    @Test
    @DisplayName("LST-2: every term set has a private, required floor in money")
    void floor() {
        refuses(term("floor", t -> t.put("visibility", "public")), "goods.small/1", "LST-2");
        refuses(term("floor", t -> t.put("required", false)), "goods.small/1", "LST-2");
        refuses(term("floor", t -> t.put("name", "lowest")), "goods.small/1", "LST-2");
        refuses(term("floor", t -> t.put("type", "boolean").remove("list_price_percent")), "goods.small/1", "LST-2");
    }

    @Test
    void bounds() {
        refuses(term("deliver_within_days", t -> t.put("minimum", 31)), "deliver_within_days", "possible");
        refuses(
                term(
                        "floor",
                        t -> t.putObject("list_price_percent")
                                .put("minimum", 60)
                                .put("maximum", 50)),
                "floor",
                "possible");
        refuses(term("release_condition", t -> t.put("required", true)), "release_condition", "default");
    }
}
