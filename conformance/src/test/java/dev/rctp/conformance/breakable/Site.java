package dev.rctp.conformance.breakable;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.rctp.conformance.plan.GatewayConfigTemplate;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.world.Cast;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A breakable gateway and the plan by which the runner finds it.
 *
 * @param gateway the running gateway
 * @param plan the plan's file
 */
public record Site(Breakable gateway, Path plan) implements AutoCloseable {

    private static final String BEARER = "breakable-management-secret";

    /** Starts a gateway on {@code port}, its management on the next, for a runner on the three after these. */
    public static Site start(Path folder, int port, Set<Fault> faults) throws IOException {
        Files.createDirectories(folder);
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, text(port, null));
        Path config = folder.resolve("gateway.yaml");
        Files.writeString(config, new GatewayConfigTemplate(read(plan), Cast.onboarded()).text());
        Files.writeString(folder.resolve("gateway.jwk"), key());
        Breakable gateway = Breakable.start(BreakableConfig.read(config), faults);
        Files.writeString(plan, text(port, gateway.clockUrl()));
        return new Site(gateway, plan);
    }

    private static String text(int port, @Nullable String clockUrl) {
        String base = "http://localhost:" + port;
        String management = "http://127.0.0.1:" + (port + 1);
        return new PlanTemplate(base, port + 2, clockUrl, management, BEARER, "client-secret", "breakable").text();
    }

    private static Plan read(Path plan) {
        PlanReader reader = new PlanReader(Requirements.load(), Registries.load().actions(), Map.of());
        return switch (reader.read(plan)) {
            case PlanReading.Good(Plan good) -> good;
            case PlanReading.Faulty(var wrong) -> throw new IllegalStateException(wrong.toString());
        };
    }

    private static String key() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate().toJSONString();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        gateway.close();
    }
}
