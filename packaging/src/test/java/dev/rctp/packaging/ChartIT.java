package dev.rctp.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.registries.Registries;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The chart of the archive, linted and rendered by Helm, and what it renders judged by Kubernetes' own definitions. */
@Tag("long")
class ChartIT {

    private static final YAMLMapper YAML = new YAMLMapper();

    /** What checks an object's JSON: a member that Kubernetes doesn't know, or lacks, or has otherwise, throws. */
    @FunctionalInterface
    private interface Definition {
        void check(JsonElement json) throws IOException;
    }

    private static final Map<String, Definition> DEFINITIONS = Map.of(
            "ConfigMap", V1ConfigMap::validateJsonElement,
            "Deployment", V1Deployment::validateJsonElement,
            "NetworkPolicy", V1NetworkPolicy::validateJsonElement,
            "PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
            "Service", V1Service::validateJsonElement,
            "ServiceAccount", V1ServiceAccount::validateJsonElement);

    @TempDir
    Path folder;

    private Path chart = Path.of("");

    @BeforeEach
    void unpack() throws Exception {
        chart = Release.unpack(folder).resolve("helm/rctp-gateway");
    }

    /** The chart with the example's values for its own, changed so: the library's linter takes no others. */
    private Helm with(Consumer<ObjectNode> change) throws IOException {
        ObjectNode values =
                (ObjectNode) YAML.readTree(Files.readAllBytes(Release.MODULE.resolve("helm/rctp-gateway/values.yaml")));
        merge(values, (ObjectNode) YAML.readTree(Files.readAllBytes(chart.resolve("ci/example-values.yaml"))));
        change.accept(values);
        Files.write(chart.resolve("values.yaml"), YAML.writeValueAsBytes(values));
        return new Helm(chart);
    }

    private static void merge(ObjectNode into, ObjectNode from) {
        from.properties().forEach(entry -> {
            if (into.get(entry.getKey()) instanceof ObjectNode inner && entry.getValue() instanceof ObjectNode more) {
                merge(inner, more);
            } else {
                into.set(entry.getKey(), entry.getValue());
            }
        });
    }

    private List<JsonNode> rendered(Consumer<ObjectNode> change) throws IOException {
        String text = with(change)
                .template()
                .withName("shop")
                .withKubeVersion("1.30.0")
                .call();
        List<JsonNode> objects = new ArrayList<>();
        for (String document : text.split("(?m)^---$", -1)) {
            JsonNode object = YAML.readTree(document);
            if (object.isObject()) {
                objects.add(object);
            }
        }
        return objects;
    }

    private static JsonNode one(List<JsonNode> objects, String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static void check(List<JsonNode> objects) throws IOException {
        for (JsonNode object : objects) {
            Definition definition = DEFINITIONS.get(object.path("kind").asString());
            if (definition == null) {
                assertThat(object.path("apiVersion").asString()).isEqualTo("monitoring.coreos.com/v1");
            } else {
                definition.check(JsonParser.parseString(object.toString()));
            }
        }
    }

    @Test
    @DisplayName("helm lint --strict finds nothing")
    void linted() throws Exception {
        LintResult result = with(values -> {}).lint().strict().call();

        assertThat(result.isFailed())
                .as(String.join("\n", result.getMessages()))
                .isFalse();
        assertThat(result.getMessages())
                .noneMatch(message -> message.contains("[WARNING]") || message.contains("[ERROR]"));
    }

    @Test
    @DisplayName("all that is rendered is what Kubernetes knows, with the fewest parts and with all of them")
    void valid() throws Exception {
        List<JsonNode> example = rendered(values -> {});
        assertThat(example)
                .extracting(object -> object.path("kind").asString())
                .containsExactlyInAnyOrder(
                        "ConfigMap",
                        "Deployment",
                        "NetworkPolicy",
                        "PodDisruptionBudget",
                        "Service",
                        "Service",
                        "ServiceAccount",
                        "ServiceMonitor");
        check(example);
        List<JsonNode> fewest = rendered(values -> {
            values.put("replicaCount", 1).put("tlsSecretName", "");
            values.withObject("/networkPolicy").put("enabled", false);
            values.withObject("/serviceMonitor").put("enabled", false);
        });
        assertThat(fewest).hasSize(5);
        check(fewest);
        check(rendered(values -> {
            values.withArray("/imagePullSecrets").addObject().put("name", "registry");
            values.withObject("/service").put("type", "LoadBalancer").put("externalTrafficPolicy", "Local");
            values.withObject("/service").withObject("/annotations").put("a", "b");
            values.withObject("/serviceAccount").withObject("/annotations").put("a", "b");
            values.withObject("/podAnnotations").put("a", "b");
            values.withObject("/podLabels").put("a", "b");
            values.withObject("/nodeSelector").put("a", "b");
            values.withArray("/tolerations").addObject().put("operator", "Exists");
            values.withObject("/affinity").withObject("/podAntiAffinity");
            values.withObject("/networkPolicy")
                    .withArray("/agentsFrom")
                    .addObject()
                    .withObject("/podSelector");
            values.withObject("/networkPolicy").withArray("/egress").addObject();
            values.withObject("/serviceMonitor")
                    .withObject("/bearerSecret")
                    .put("name", "n")
                    .put("key", "k");
        }));
    }

    @Test
    @DisplayName("the check refuses a member that Kubernetes does not know")
    void checkWorks() throws Exception {
        ObjectNode deployment = (ObjectNode) one(rendered(values -> {}), "Deployment");
        ((ObjectNode) deployment.at("/spec/template/spec/containers/0")).put("readOnlyRootFilesystem", true);

        assertThatThrownBy(() -> check(List.of(deployment))).hasMessageContaining("readOnlyRootFilesystem");
    }

    @Test
    @DisplayName(
            "a pod meets the restricted standard, is probed on the management port, and has more time than calls in flight")
    void pod() throws Exception {
        JsonNode spec = one(rendered(values -> {}), "Deployment").at("/spec/template/spec");
        JsonNode container = spec.at("/containers/0");

        assertThat(spec.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(spec.at("/securityContext/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        assertThat(spec.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
                .isFalse();
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(container.at("/securityContext/capabilities/drop/0").asString())
                .isEqualTo("ALL");
        assertThat(container.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/readyz");
        assertThat(container.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/healthz");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container.at("/" + probe + "/httpGet/port").asString()).isEqualTo("management");
        }
        int before = container.at("/lifecycle/preStop/sleep/seconds").asInt();
        assertThat(spec.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(before + 20 + 10);
    }

    @Test
    @DisplayName("the rendered gateway.yaml is a configuration that the gateway takes, on the pod's ports")
    void configuration() throws Exception {
        String config = one(rendered(values -> {}), "ConfigMap")
                .at("/data/gateway.yaml")
                .asString();
        Path file = Files.writeString(folder.resolve("gateway.yaml"), config);

        assertThat(new ConfigReader(Registries.load(), Map.of()).faultsBesideSecrets(file))
                .isEmpty();
        JsonNode read = YAML.readTree(config);
        assertThat(read.at("/listen/address").asString()).isEqualTo("0.0.0.0:8443");
        assertThat(read.at("/management/address").asString()).isEqualTo("0.0.0.0:8444");
    }

    @Test
    @DisplayName(
            "each key file that the example names is made and put into its Secret by the page, the log's too (REC-7)")
    void keys() throws Exception {
        String page = Files.readString(Release.MODULE.resolveSibling("docs/operations.md"));
        JsonNode config = YAML.readTree(Files.readAllBytes(chart.resolve("ci/example-values.yaml")))
                .path("config");
        List<String> keys = List.of(
                config.at("/profile/signing_key").asString(),
                config.at("/log/signing_key").asString());

        assertThat(keys).allMatch(key -> key.startsWith("keys/")).doesNotHaveDuplicates();
        for (String key : keys) {
            assertThat(page).contains("--out /etc/rctp/" + key + "\n").contains(" --from-file=/etc/rctp/" + key);
        }
    }

    @Test
    @DisplayName("nobody reaches the management port unless values say who")
    void closedManagement() throws Exception {
        JsonNode policy = one(
                rendered(values -> values.withObject("/networkPolicy").putArray("managementFrom")), "NetworkPolicy");

        assertThat(policy.at("/spec/ingress")).hasSize(1);
        assertThat(policy.at("/spec/ingress/0/ports/0/port").asString()).isEqualTo("agents");
    }

    @Test
    @DisplayName(
            "values that can't work are refused: a database in the pod, another address, no secret, an unknown name")
    void refused() {
        List<Consumer<ObjectNode>> wrong = List.of(
                values -> values.withObject("/config").putObject("store").put("embedded", "data"),
                values -> values.withObject("/config").withObject("/listen").put("address", "127.0.0.1:1"),
                values -> values.put("secretName", ""),
                values -> values.put("keysSecretName", ""),
                values -> values.put("terminationGracePeriodSeconds", 5),
                values -> values.put("replicas", 3));
        for (Consumer<ObjectNode> change : wrong) {
            assertThatThrownBy(() -> rendered(change)).hasMessageContaining("schema");
        }
    }
}
