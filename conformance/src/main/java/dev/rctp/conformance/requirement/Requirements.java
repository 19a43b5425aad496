package dev.rctp.conformance.requirement;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** All statements of the protocol, in its order; kept in {@code requirements/sNN*.yaml}. */
public final class Requirements {

    private static final List<String> FILES = List.of(
            "s01", "s02", "s03", "s04", "s05", "s06", "s07", "s08", "s09", "s10", "s11", "s11whk", "s12", "s13", "s14",
            "s15");
    private static final Set<String> MEMBERS = Set.of("id", "level", "profile", "text", "needs", "untested");

    private final List<Requirement> all;

    private Requirements(List<Requirement> all) {
        this.all = all;
    }

    /** Reads them; throws {@link IllegalStateException} for a file that is not as it should be. */
    public static Requirements load() {
        List<Requirement> all = new ArrayList<>();
        YAMLMapper yaml = YAMLMapper.builder().build();
        for (String file : FILES) {
            try (InputStream in =
                    Requirements.class.getResourceAsStream("/dev/rctp/conformance/requirements/" + file + ".yaml")) {
                if (in == null) {
                    throw new IllegalStateException("there is no requirements/" + file + ".yaml");
                }
                yaml.readTree(in).forEach(node -> all.add(read(node, Integer.parseInt(file.substring(1, 3)))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        unique(all);
        return new Requirements(List.copyOf(all));
    }

    private static void unique(List<Requirement> all) {
        Set<String> seen = new HashSet<>();
        all.stream()
                .map(Requirement::id)
                .filter(id -> !seen.add(id))
                .findFirst()
                .ifPresent(id -> {
                    throw new IllegalStateException("the requirement " + id + " is there twice");
                });
    }

    private static Requirement read(JsonNode node, int section) {
        String id = node.path("id").asString();
        node.propertyNames().stream()
                .filter(name -> !MEMBERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalStateException("the requirement " + id + " has a member " + name);
                });
        Set<Requirement.Need> needs = EnumSet.noneOf(Requirement.Need.class);
        node.path("needs").forEach(need -> needs.add(Requirement.Need.valueOf(upper(need))));
        JsonNode untested = node.get("untested");
        return new Requirement(
                id,
                section,
                Requirement.Level.valueOf(upper(node.path("level"))),
                Requirement.Profile.valueOf(upper(node.path("profile"))),
                node.path("text").asString(),
                needs,
                untested == null ? null : untested.asString());
    }

    private static String upper(JsonNode node) {
        return node.asString().toUpperCase(Locale.ROOT);
    }

    /** All of them. */
    public List<Requirement> all() {
        return all;
    }

    /** The one with this id, with or without {@code RCTP-}. */
    public Optional<Requirement> find(String id) {
        String bare = id.startsWith("RCTP-") ? id.substring(5) : id;
        return all.stream().filter(one -> one.id().equals(bare)).findFirst();
    }
}
