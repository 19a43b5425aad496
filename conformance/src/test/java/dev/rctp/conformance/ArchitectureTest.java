package dev.rctp.conformance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** The lines around the runner (docs/architecture.md). */
@AnalyzeClasses(packages = "dev.rctp.conformance")
final class ArchitectureTest {

    private static final String[] PRODUCT = {
        "dev.rctp.gateway..", "dev.rctp.grant..", "dev.rctp.terms..", "dev.rctp.approval..", "dev.rctp.attest.."
    };

    @ArchTest
    static final ArchRule THE_RUNNER_HAS_NONE_OF_THE_GATEWAYS_CODE = noClasses()
            .that()
            .resideInAnyPackage(
                    "..requirement..",
                    "..run..",
                    "..wire..",
                    "..world..",
                    "..hosts..",
                    "..server..",
                    "..plan..",
                    "..report..",
                    "..conformance.s0*..",
                    "..conformance.s1*..")
            .and()
            .haveSimpleNameNotEndingWith("Test")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PRODUCT);

    @ArchTest
    static final ArchRule THE_BREAKABLE_GATEWAY_IS_A_SECOND_ONE = noClasses()
            .that()
            .resideInAPackage("dev.rctp.conformance.breakable..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PRODUCT);

    @ArchTest
    static final ArchRule THE_BREAKABLE_GATEWAY_CHECKS_BY_ITSELF = noClasses()
            .that()
            .resideInAPackage("dev.rctp.conformance.breakable.(*)..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.rctp.msgsig..", "..conformance.wire..", "..conformance.run..", "..conformance.world..");

    @ArchTest
    static final ArchRule TESTS_JUDGE_BY_THEIR_TRIAL = noClasses()
            .that()
            .resideInAnyPackage("..conformance.s0*..", "..conformance.s1*..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..report..", "..cli..");

    @ArchTest
    static final ArchRule WHAT_A_TARGET_SAID_IS_READ_WITH_A_DEFAULT_OR_JUDGED = noClasses()
            .that()
            .resideInAnyPackage("..conformance.s0*..", "..conformance.s1*..", "..conformance.world..")
            .should()
            .callMethod(JsonNode.class, "asInt")
            .orShould()
            .callMethod(JsonNode.class, "asLong")
            .orShould()
            .callMethod(JsonNode.class, "asString")
            .because("they throw where a value is of another kind: run/Said judges that");

    @ArchTest
    static final ArchRule WHAT_ANOTHER_THREAD_JUDGED_ENDS_THE_TEST = noClasses()
            .that()
            .resideInAnyPackage("..conformance.s0*..", "..conformance.s1*..")
            .should()
            .callMethod(Future.class, "get")
            .because("it hides a judgement in an ExecutionException: run/AtOnce gives it on");
}
