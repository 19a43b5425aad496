package dev.rctp.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.AllSections;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.run.Runner;
import dev.rctp.conformance.run.Selection;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.world.World;
import dev.rctp.registries.Registries;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project's own gateway keeps the whole protocol. */
@Tag("long")
class ProductTest {

    private static final int PORT = 20_100;

    /** Of a gateway that lets {@code listing.create} be {@code auto}, speaks TLS, or has its scheme's own port. */
    private static final String[] OF_OTHER_CONFIGURATIONS = {"DEC-4.9", "PRX-5.7", "SIG-5.4"};

    @Test
    void theOwnGatewayPassesEverything(@TempDir Path folder) throws Exception {
        Suite suite = Suite.of(Requirements.load(), AllSections.list());
        try (ProductTarget target = ProductTarget.start(folder, PORT);
                World world = new World(target.plan(), Registries.load())) {
            world.clock().align();
            Selection everything = new Selection(target.plan(), List.of());

            List<Result> results =
                    new Runner(suite, everything, world, target.plan().parallel()).run(_ -> {});

            assertThat(results)
                    .filteredOn(one -> one.outcome() != Outcome.PASS && one.outcome() != Outcome.NOT_APPLICABLE)
                    .extracting(one -> one.requirement().name() + " " + one.outcome() + ": " + one.sentence())
                    .isEmpty();
            // of an authorization server the plan names none: SandboxServerTest judges that
            assertThat(results)
                    .filteredOn(one -> one.outcome() == Outcome.NOT_APPLICABLE)
                    .extracting(Result::requirement)
                    .filteredOn(one -> !one.needs().contains(Requirement.Need.EXTERNAL_AS))
                    .extracting(Requirement::id)
                    .containsExactlyInAnyOrder(OF_OTHER_CONFIGURATIONS);
        }
    }
}
