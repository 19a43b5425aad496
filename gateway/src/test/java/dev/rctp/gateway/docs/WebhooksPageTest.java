package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.webhook.Notice;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.agent.ProvenWebhook;
import dev.rctp.msgsig.agent.WebhookVerdict;
import dev.rctp.msgsig.agent.WebhookVerifier;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/webhooks.md} against the code. */
class WebhooksPageTest {

    private static final Schemas SCHEMAS = Registries.load().schemas();
    private static final URI ADDRESS = URI.create("https://buyer-ops.example/rctp/webhooks");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static Page page() throws Exception {
        return Checkout.page("docs/webhooks.md");
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult code) -> code.group(1))
                .toList();
    }

    @Test
    @DisplayName("WHK-1: the page's example verifies, and no altered one does")
    void example() throws Exception {
        HttpExample example = HttpExample.parse(page().block("http", "webhook-id"));
        var key = StrictJson.parse(page().block("json", "\"kid\"").getBytes(StandardCharsets.UTF_8));
        WebhookVerifier verifier = new WebhookVerifier(
                KeyLookup.of(Cryptography.select().verificationKey(key)),
                ADDRESS,
                () -> Instant.parse("2026-11-30T12:00:00Z"));
        assertThat(page().text()).contains("`" + ADDRESS + "`", "2026-11-30T12:00:00Z");
        String id = StrictJson.parse(example.bytes()).path("id").stringValue();
        assertThat(verifier.verify(example.fields(), example.bytes()))
                .isInstanceOfSatisfying(
                        ProvenWebhook.class, proven -> assertThat(proven.id()).isEqualTo(id));
        HttpFields altered = example.fields().toBuilder()
                .set("webhook-id", "whk_aaaaaaaaaaaaaaaaaaaaaaaaaa")
                .build();
        assertThat(verifier.verify(altered, example.bytes())).isInstanceOf(WebhookVerdict.Unproven.class);
        assertThat(SCHEMAS.validate("webhook", StrictJson.parse(example.bytes())))
                .isEmpty();
    }

    @Test
    @DisplayName("WHK-1: the page's table has every type, and the statuses that its schema lets it have")
    void table() throws Exception {
        List<List<String>> rows = page().rows();
        assertThat(rows)
                .extracting(row -> codes(row.getFirst()).getFirst())
                .containsExactlyElementsOf(Arrays.stream(Notice.Type.values())
                        .map(Notice.Type::code)
                        .toList());
        List<String> all = rows.stream()
                .flatMap(row -> codes(row.get(1)).stream())
                .distinct()
                .toList();
        for (List<String> row : rows) {
            String type = codes(row.getFirst()).getFirst();
            List<String> good = Stream.concat(all.stream(), Stream.of("refused"))
                    .distinct()
                    .filter(status -> SCHEMAS.validate("webhook", webhook(type, row.get(2), status))
                            .isEmpty())
                    .toList();
            boolean created = type.equals("offer.created");
            assertThat(codes(row.get(1))).as(type).isSubsetOf(good);
            assertThat(created || codes(row.get(1)).containsAll(good)).as(type).isTrue();
        }
    }

    private static ObjectNode webhook(String type, String subject, String status) {
        ObjectNode webhook = JsonNodeFactory.instance.objectNode();
        String prefix = switch (subject) {
            case "approval" -> "apr_";
            case "offer" -> "off_";
            default -> "dea_";
        };
        webhook.put("id", "whk_" + "a".repeat(26)).put("type", type);
        webhook.put("subject", prefix + "a".repeat(26)).put("status", status);
        if (type.equals("approval.requested")) {
            webhook.put("approval_url", "https://agents.shop.example/approve/apr_" + "a".repeat(26));
        }
        return webhook;
    }
}
