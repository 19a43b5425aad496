package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.msgsig.Component;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.ReceivedSignature;
import dev.rctp.msgsig.RequestVerifier;
import dev.rctp.msgsig.SignatureBase;
import dev.rctp.msgsig.SignatureInput;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/upstream-signature.md} against what the gateway really sends, and its JavaScript against both. */
@ExtendWith(Sandboxed.class)
class UpstreamSignaturePageTest {

    private static final String SCOPE = "dev.rctp.listing:answer_buyer";
    private static final JsonMapper JSON = JsonMapper.shared();

    private static Page page() throws Exception {
        return Checkout.page("docs/upstream-signature.md");
    }

    private static HttpExample example() throws Exception {
        return HttpExample.parse(page().block("http", "RCTP-Decision"));
    }

    private static JsonNode key() throws Exception {
        return StrictJson.parse(page().block("json", "\"kid\"").getBytes(StandardCharsets.UTF_8));
    }

    private static SignatureInput input(HttpFields fields) {
        if (ReceivedSignature.read(fields, "sig1") instanceof ReceivedSignature.Present present) {
            return present.input();
        }
        throw new AssertionError("no signature sig1");
    }

    private static List<String> covered(HttpFields fields) {
        return input(fields).components().stream().map(Component::name).toList();
    }

    private static Instant created(HttpFields fields) {
        return Instant.ofEpochSecond(Objects.requireNonNull(input(fields).created()));
    }

    /** A governed call as the marketplace's log has it; its target is the one asked for. */
    private static JsonNode forwarded(World world, String query) throws Exception {
        JsonNode listing = world.listings().getFirst();
        Agent agent = world.agent("seller-ops", 0);
        World.Granted grant =
                world.grant(listing.path("seller").asString(), agent, List.of(SCOPE), Map.of(SCOPE, "auto"));
        String target = "/listings/" + listing.path("listing_id").asString() + "/answers" + query;
        String marker = "m-" + UUID.randomUUID();
        assertThat(agent.call("POST", target, grant.token(), "{\"text\":\"" + marker + "\"}")
                        .status())
                .isEqualTo(200);
        return world.forwarded().stream()
                .filter(request -> request.path("body").asString().contains(marker))
                .findFirst()
                .orElseThrow();
    }

    private static HttpExample logged(JsonNode request) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        request.path("headers")
                .properties()
                .forEach(field -> fields.add(field.getKey(), field.getValue().asString()));
        return new HttpExample(
                request.path("method").asString(),
                request.path("path").asString(),
                fields.build(),
                request.path("body").asString());
    }

    @Test
    @DisplayName("PRX-6: the page's example has the digest, the signature base and the signature that it must have")
    void exampleVerifies() throws Exception {
        HttpExample example = example();
        var verifier = new RequestVerifier(
                KeyLookup.of(Cryptography.select().verificationKey(key())),
                Freshness.STRICT,
                () -> created(example.fields()));

        assertThat(ContentDigest.check(example.fields(), example.bytes())).isEqualTo(ContentDigest.Match.MATCHES);
        assertThat(new String(
                        SignatureBase.ofRequest(example.message(), input(example.fields()))
                                .bytes(),
                        StandardCharsets.UTF_8))
                .isEqualTo(page().block("text", "@signature-params"));
        assertThat(verifier.verify(example.message(), example.bytes())).isInstanceOf(ValidSignature.class);
    }

    @Test
    @DisplayName("PRX-1, PRX-6: the gateway sends what the page's example has, covered by its signature")
    void exampleIsReal(World world) throws Exception {
        HttpExample real = logged(forwarded(world, ""));
        HttpExample shown = example();

        assertThat(covered(real.fields())).isEqualTo(covered(shown.fields()));
        assertThat(names(real)).containsAll(names(shown));
        assertThat(real.fields().combined("idempotency-key").orElse("")).startsWith("int_");
        assertThat(covered(logged(forwarded(world, "?a=b")).fields())).contains("@query");
    }

    private static Set<String> names(HttpExample request) {
        Set<String> names = new TreeSet<>();
        request.fields().lines().forEach(field -> names.add(field.name()));
        return names;
    }

    @Test
    @DisplayName("PRX-6: the page's table of components is what the gateway's signature covers")
    void table(World world) throws Exception {
        List<String> listed = new ArrayList<>();
        page().section("## What is signed")
                .rows()
                .forEach(row -> listed.addAll(List.of(row.get(0).split(", "))));
        List<String> expected = new ArrayList<>(List.of("`@method`", "`@authority`", "`@path`", "`@query`"));
        covered(logged(forwarded(world, "?a=b")).fields()).stream()
                .filter(name -> !name.startsWith("@") && !name.startsWith("rctp-"))
                .forEach(name -> expected.add("`" + name + "`"));
        expected.add("each header whose name begins with `rctp-`");

        assertThat(listed).isEqualTo(expected);
    }

    @Test
    @DisplayName("PRX-6: the page's JavaScript takes the example and real calls, and nothing that was changed")
    void javascript(World world) throws Exception {
        HttpExample real = logged(forwarded(world, "?a=b"));
        JsonNode realKeys = world.get(world.address("gateway_profile")).path("keys");
        URI marketplace = world.address("marketplace");
        String snippet = page().block("js", "cameThroughGateway");

        assertThat(judge(snippet, JSON.createArrayNode().add(key()), example()))
                .isEqualTo("[true,false,false,false,false,false,false]");
        assertThat(judge(snippet.replace("marketplace.internal:8080", marketplace.getAuthority()), realKeys, real))
                .isEqualTo("[true,false,false,false,false,false,false]");
    }

    /** What the snippet says of the request as it is, and of the same with one thing changed at a time. */
    private static String judge(String snippet, JsonNode keys, HttpExample request) throws Exception {
        ArrayNode requests = JSON.createArrayNode();
        List<UnaryOperator<ObjectNode>> changes = List.of(
                same -> same,
                body -> body.put("body", body.path("body").asString() + " "),
                path -> path.put("path", path.path("path").asString() + "x"),
                method -> method.put("method", "PUT"),
                added ->
                        added.set("headers", ((ObjectNode) added.path("headers").deepCopy()).put("rctp-more", "1")),
                seller -> seller.set(
                        "headers", ((ObjectNode) seller.path("headers").deepCopy()).put("rctp-seller", "another")),
                undecided -> undecided.set("headers", without(undecided.path("headers"), "rctp-decision")));
        for (UnaryOperator<ObjectNode> change : changes) {
            requests.add(change.apply(json(request)));
        }
        String driver = """
                const now = %d;
                Date.now = () => now;
                const RealDate = Date;
                globalThis.Date = class extends RealDate { constructor(...a) { if (a.length) super(...a); else super(now); } };
                const results = [];
                for (const r of %s) results.push(await cameThroughGateway(%s, { ...r, body: Buffer.from(r.body) }));
                console.log(JSON.stringify(results));
                """.formatted(created(request.fields()).toEpochMilli() + 1_000, requests, keys);
        return NodeSnippet.run(snippet + "\n" + driver).strip();
    }

    private static ObjectNode without(JsonNode headers, String name) {
        ObjectNode rest = (ObjectNode) headers.deepCopy();
        rest.remove(name);
        return rest;
    }

    private static ObjectNode json(HttpExample request) {
        ObjectNode json = JSON.createObjectNode();
        json.put("method", request.method()).put("path", request.target()).put("body", request.body());
        ObjectNode headers = json.putObject("headers");
        request.fields().lines().forEach(field -> headers.put(field.name(), field.value()));
        return json;
    }
}
