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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Serves a breakable gateway until it is stopped: {@code FOLDER PORT [FAULT…]}; prints the plan to judge it by. */
public final class BreakableTarget {

    private static final String BEARER = "a-secret-of-the-management-api";

    private BreakableTarget() {}

    /** The gateway is at {@code PORT}, its management on the next, the runner's hosts on the three after these. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        int port = Integer.parseInt(arguments[1]);
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        Arrays.stream(arguments).skip(2).map(Fault::valueOf).forEach(faults::add);
        Path plan = Files.writeString(folder.resolve("plan.yaml"), plan(port, null));
        Path config = folder.resolve("gateway.yaml");
        Files.writeString(config, new GatewayConfigTemplate(read(plan), Cast.onboarded()).text());
        Files.writeString(folder.resolve("gateway.jwk"), key());
        try (Breakable gateway = Breakable.start(BreakableConfig.read(config), faults)) {
            Files.writeString(plan, plan(port, gateway.clockUrl()));
            System.out.println(plan);
            new CountDownLatch(1).await();
        }
    }

    private static String plan(int port, @Nullable String clockUrl) {
        String base = "http://localhost:" + port;
        String management = "http://127.0.0.1:" + (port + 1);
        return new PlanTemplate(base, port + 2, clockUrl, management, BEARER, "client-secret", "breakable").text();
    }

    private static Plan read(Path plan) {
        PlanReader reader =
                new PlanReader(Requirements.load(), Registries.load().actions(), Map.of());
        return switch (reader.read(plan)) {
            case PlanReading.Good(Plan good) -> good;
            case PlanReading.Faulty(var wrong) -> throw new IllegalStateException(String.valueOf(wrong));
        };
    }

    private static String key() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate().toJSONString();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
