package dev.rctp.conformance.plan;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.registries.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The configuration of this project's gateway that matches a plan; another gateway is configured likewise. */
public final class GatewayConfigTemplate {

    private static final String USUAL_MANAGEMENT = "http://127.0.0.1:4104";

    private final Plan plan;
    private final List<HostedOperator.Identity> operators;

    /** For this plan, with these operators onboarded. */
    public GatewayConfigTemplate(Plan plan, List<HostedOperator.Identity> operators) {
        this.plan = plan;
        this.operators = List.copyOf(operators);
    }

    /** The text of {@code gateway.yaml}; its two key files are made by {@code rctp keygen}. */
    public String text() {
        Plan.Target target = plan.target();
        Plan.RunnerSite runner = plan.runner();
        URI base = target.baseUrl();
        return """
                # Matches the plan that it was made from, for a gateway that is tested and nothing else.
                # rctp keygen --out gateway.jwk && rctp keygen --alg EdDSA --out log.jwk, then rctp serve --config gateway.yaml
                gateway_id: conformance
                allow_loopback_profiles: true
                listen:
                  address: 127.0.0.1:%d
                  scheme: %s
                  public_authorities: [%s]
                management:
                  address: %s
                  bearer: %s
                upstream:
                  base_url: %s
                  response_timeout: 2s
                profile:
                  url: %s
                  resource: %s
                  signing_key: gateway.jwk
                log:
                  signing_key: log.jwk
                authorization_server:
                  issuer: %s
                  client_id: %s
                  client_secret: %s
                ungoverned:
                  writes: [POST /search]
                terms:
                  encryption_key:
                    id: conformance-1
                    key: %s
                  term_sets: [vehicles/1]
                approvals:
                  rp_id: %s
                  origins: ["%s"]
                %swebhooks:
                  marketplace_url: %s/marketplace/webhooks
                # the runner is one address, and calls more often than one may
                limits:
                  address: {enabled: false}
                store:
                  embedded: database
                operators:
                """.formatted(
                                port(base),
                                base.getScheme(),
                                base.getRawAuthority(),
                                management().getRawAuthority(),
                                target.management() == null
                                        ? secret("management")
                                        : target.management().bearer(),
                                runner.marketplace(),
                                target.profileUrl(),
                                target.resource(),
                                runner.authorizationServer(),
                                runner.clientId(),
                                runner.clientSecret(),
                                secret("terms"),
                                target.rpId(),
                                target.origin(),
                                embedding(target),
                                runner.operators())
                + operators();
    }

    private URI management() {
        return plan.target().management() == null
                ? URI.create(USUAL_MANAGEMENT)
                : plan.target().management().url();
    }

    private static String embedding(Plan.Target target) {
        return target.embeddingOrigin() == null ? "" : "  embedding_origins: [\"" + target.embeddingOrigin() + "\"]\n";
    }

    private String operators() {
        StringBuilder all = new StringBuilder();
        for (HostedOperator.Identity one : operators) {
            all.append("  - profile: ")
                    .append(plan.runner().operators())
                    .append('/')
                    .append(one.name())
                    .append("/.well-known/ucp\n    name: Conformance ")
                    .append(one.name())
                    .append("\n    roles: [")
                    .append(String.join(", ", one.roles().stream().sorted().toList()))
                    .append("]\n");
        }
        return all.toString();
    }

    private static int port(URI base) {
        return base.getPort() >= 0 ? base.getPort() : base.getScheme().equals("https") ? 443 : 80;
    }

    /** A secret that is the same for the same plan. */
    private String secret(String of) {
        String source = plan.runner().seed() + "/" + of;
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(source.getBytes(StandardCharsets.UTF_8)));
    }
}
