package dev.rctp.gateway.sandbox.operators;

import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.ShownName;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * TEST ONLY: an operator that the sandbox's user brings along: a profile that they host, or a profile file that is hosted here.
 *
 * @param name its name in {@code sandbox.json}, and its folder on the host
 * @param source the profile's URL or its file
 */
public record OwnOperator(String name, String source) {

    private static final int LONGEST_NAME = 200;

    /** What it may be to a deal. */
    static final List<String> ROLES = List.of("seller", "buyer");

    /**
     * The operators of these profiles, called {@code own}, {@code own-2} and so on.
     *
     * @throws IOException for a URL that can't be one of a profile, and for a file that is not there
     */
    public static List<OwnOperator> of(List<String> sources) throws IOException {
        List<OwnOperator> own = new ArrayList<>();
        for (String source : sources) {
            OwnOperator operator = new OwnOperator(own.isEmpty() ? "own" : "own-" + (own.size() + 1), source);
            if (operator.isHostedHere() && !Files.isRegularFile(operator.file())) {
                throw new IOException("There is no profile file " + source + ".");
            }
            if (!operator.isHostedHere() && ProfileUrl.parse(source, true).isEmpty()) {
                throw new IOException("Not the URL of a profile: " + source);
            }
            own.add(operator);
        }
        return List.copyOf(own);
    }

    boolean isHostedHere() {
        return !source.contains("://");
    }

    Path file() {
        return Path.of(source);
    }

    /** The company, as its profile names it just now; the URL or file where it names none that people can read (OPR-4). */
    String legalEntity() {
        String named = document()
                .at("/ucp/capabilities/dev.rctp.operator/0/config/legal_entity")
                .asString("");
        return ShownName.isFit(named, LONGEST_NAME) ? named : source;
    }

    /** Whether its profile has the key just now. */
    boolean holds(String jkt) {
        return document()
                .path("keys")
                .valueStream()
                .anyMatch(key -> key.path("kid").asString("").equals(jkt));
    }

    private JsonNode document() {
        try {
            byte[] bytes = isHostedHere()
                    ? Files.readAllBytes(file())
                    : OperatorProfile.fetch(source, true).bytes();
            return StrictJson.parse(bytes);
        } catch (IOException | InvalidJsonException e) {
            return MissingNode.getInstance();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return MissingNode.getInstance();
        }
    }

    /** The one of these that is hosted here under this name. */
    static Optional<OwnOperator> hosted(List<OwnOperator> own, String name) {
        return own.stream()
                .filter(OwnOperator::isHostedHere)
                .filter(operator -> operator.name().equals(name))
                .findFirst();
    }
}
