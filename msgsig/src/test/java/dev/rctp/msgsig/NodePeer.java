package dev.rctp.msgsig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The npm package {@code http-message-signatures}, run by node; without node or npm it fails and says so. */
final class NodePeer {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
    private static final Path SOURCE = MODULE.resolve("src/test/node");
    private static final Path INSTALLED = MODULE.resolve("target/node");

    private NodePeer() {}

    /** The answers to the tasks, in their order. */
    static ArrayNode run(List<ObjectNode> tasks) {
        try {
            install();
            ArrayNode input = JsonMapper.shared().createArrayNode();
            tasks.forEach(input::add);
            String script = SOURCE.resolve("peer.mjs").toString();
            return JsonMapper.shared()
                    .readTree(execute(input.toString(), "node", script))
                    .asArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void install() throws IOException {
        Files.createDirectories(INSTALLED);
        Path lock = INSTALLED.resolve("package-lock.json");
        Path wanted = SOURCE.resolve("package-lock.json");
        boolean current = Files.isDirectory(INSTALLED.resolve("node_modules/http-message-signatures"))
                && Files.exists(lock)
                && Files.mismatch(lock, wanted) == -1;
        if (!current) {
            for (String name : List.of("package.json", "package-lock.json")) {
                Files.copy(SOURCE.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
            execute("", "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
        }
    }

    private static String execute(String input, String... command) throws IOException {
        Path errors = Files.createTempFile(INSTALLED, "errors", ".txt");
        Process process = start(errors, command);
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(Arrays.toString(command) + " failed: " + Files.readString(errors));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroy();
        }
        Files.delete(errors);
        return output;
    }

    private static Process start(Path errors, String... command) {
        try {
            return new ProcessBuilder(command)
                    .directory(INSTALLED.toFile())
                    .redirectError(errors.toFile())
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    command[0] + " is missing: the tests need the Debian packages nodejs and npm", e);
        }
    }

    /** A task about a message; add to it what {@code peer.mjs} reads. */
    static ObjectNode task(String op, HttpAlgorithm algorithm, JsonNode jwk, ObjectNode message) {
        ObjectNode task = JsonMapper.shared().createObjectNode();
        task.put("op", op).put("alg", algorithm.httpName());
        task.set("jwk", jwk);
        task.set("message", message);
        return task;
    }

    /** A request as the package takes it. */
    static ObjectNode message(RequestMessage request) {
        String query = request.query() == null ? "" : "?" + request.query();
        return headers(request.fields())
                .put("method", request.method())
                .put("url", request.scheme() + "://" + request.authority() + request.path() + query);
    }

    /** A response as the package takes it. */
    static ObjectNode message(ResponseMessage response) {
        return headers(response.fields()).put("status", response.status());
    }

    private static ObjectNode headers(HttpFields fields) {
        ObjectNode message = JsonMapper.shared().createObjectNode();
        ObjectNode headers = message.putObject("headers");
        fields.lines().forEach(line -> headers.withArray(line.name()).add(line.value()));
        return message;
    }

    /** The fields with the signature that the package added. */
    static HttpFields signed(HttpFields fields, JsonNode answer) {
        JsonNode headers = answer.get("headers");
        return fields.toBuilder()
                .set("signature-input", headers.get("Signature-Input").stringValue())
                .set("signature", headers.get("Signature").stringValue())
                .build();
    }
}
