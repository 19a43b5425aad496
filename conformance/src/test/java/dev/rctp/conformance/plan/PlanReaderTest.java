package dev.rctp.conformance.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.registries.Registries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {

    private static final String LEAST = """
            target: {base_url: http://localhost:8443}
            runner: {client_secret: s, seed: "${SEED}"}
            side_effects: sandbox
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private PlanReading read(String text) throws Exception {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(file, text);
        return new PlanReader(Requirements.load(), Registries.load().actions(), Map.of("SEED", "a seed")).read(file);
    }

    private Plan good(String text) throws Exception {
        return switch (read(text)) {
            case PlanReading.Good(Plan plan) -> plan;
            case PlanReading.Faulty(var faults) -> throw new AssertionError(faults);
        };
    }

    @Test
    void theLeastPlanHasItsDefaults() throws Exception {
        Plan plan = good(LEAST);

        assertThat(plan.target().profileUrl()).hasToString("http://localhost:8443/.well-known/ucp");
        assertThat(plan.target().rpId()).isEqualTo("localhost");
        assertThat(plan.runner().marketplace()).hasToString("http://localhost:4101");
        assertThat(plan.runner().seed()).isEqualTo("a seed");
        assertThat(plan.profiles()).containsExactlyInAnyOrder(Requirement.Profile.values());
        assertThat(plan.sideEffects()).isTrue();
    }

    @Test
    void whatInitPrintsIsAPlan() throws Exception {
        Plan plan = good(new PlanTemplate("http://localhost:4103", 4100, null, null, null, "secret", "seed").text());

        assertThat(plan.target().clockUrl()).isNull();
        assertThat(plan.target().embeddingOrigin()).isEqualTo("https://shop.example");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            profiles: [core, none]                    | profiles can't name none
            extra: 1                                  | extra is no member of a plan.
            limits: {parallel: 0}                     | limits.parallel has to be a number from 1 to 64.
            limits: {parallell: 2}                    | limits.parallell is no member of a plan.
            expected_failures: {RCTP-GRA-99.1: later} | RCTP-GRA-99.1, which is no requirement.
            authorization_server: {}                  | authorization_server.issuer is missing.
            side_effects: yes please                  | side_effects
            """)
    void everyFaultIsTold(String member, String sentence) throws Exception {
        String text = member.startsWith("side_effects") ? LEAST.replaceAll("(?m)^side_effects.*$", "") : LEAST;

        assertThat(read(text + member + "\n"))
                .isInstanceOfSatisfying(
                        PlanReading.Faulty.class,
                        faulty -> assertThat(faulty.faults())
                                .anySatisfy(fault -> assertThat(fault).contains(sentence)));
    }

    @Test
    void allFaultsAreToldAtOnce() throws Exception {
        PlanReading reading =
                read("target: {base_url: ftp://x, routes: {listing.crate: POST /x, listing.create: POST}}\n");

        assertThat(reading)
                .isInstanceOfSatisfying(
                        PlanReading.Faulty.class,
                        faulty -> assertThat(faulty.faults())
                                .contains(
                                        "target.base_url has to be an http or https URL.",
                                        "target.routes.listing.crate is no verb.",
                                        "runner.client_secret is missing.",
                                        "runner.seed is missing."));
    }
}
