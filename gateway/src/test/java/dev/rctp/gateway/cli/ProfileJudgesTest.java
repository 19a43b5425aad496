package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.docs.UcpCommand;
import dev.rctp.gateway.sandbox.operators.UcpSchemas;
import dev.rctp.msgsig.profile.OperatorProfile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code profile check} beside others who judge profiles: UCP's own schema, and UCP's reference command line. */
class ProfileJudgesTest {

    static List<ProfileCases.Case> cases() {
        return ProfileCases.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName(
            "UCP: what its JSON Schema for platforms refuses has a fault here, and nothing is refused by either unsaid")
    void schema(ProfileCases.Case profile) {
        var faults = new UcpSchemas().faults("platform_schema", profile.document());
        assertThat(faults.isEmpty()).as(faults.toString()).isEqualTo(profile.schema());

        byte[] bytes = profile.document().toString().getBytes(StandardCharsets.UTF_8);
        var report = OperatorProfile.of(bytes).check(false);
        assertThat(report.passed()).as(report.faults().toString()).isEqualTo(profile.ours());
        if (!profile.schema() || !profile.cli()) {
            assertThat(report.passed()).isFalse();
        }
    }

    @Test
    @Tag("long")
    @DisplayName(
            "UCP: npm @shopify/ucp-cli judges each of these profiles as it is written here, so as profile check where it judges")
    void referenceCommandLine(@TempDir Path home) throws Exception {
        Map<String, Boolean> said = new TreeMap<>();
        Map<String, Boolean> expected = new TreeMap<>();
        UcpCommand ucp = UcpCommand.in(home);
        for (ProfileCases.Case profile : cases()) {
            said.put(profile.name(), ucp.accepts(profile.document()));
            expected.put(profile.name(), profile.cli());
        }
        assertThat(said).isEqualTo(expected);
    }
}
