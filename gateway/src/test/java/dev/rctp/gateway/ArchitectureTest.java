package dev.rctp.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.INTERFACES;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** The lines between the modules, and inside the gateway (docs/architecture.md). */
@AnalyzeClasses(packages = "dev.rctp", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final List<String> PEERS = List.of("msgsig", "grant", "terms", "approval", "attest");

    @ArchTest
    static void peersDoNotKnowEachOther(com.tngtech.archunit.core.domain.JavaClasses all) {
        for (String module : PEERS) {
            String[] others = PEERS.stream()
                    .filter(peer -> !peer.equals(module))
                    .map(peer -> "dev.rctp." + peer + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("dev.rctp." + module + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .allowEmptyShould(true)
                    .check(all);
        }
    }

    @ArchTest
    static final ArchRule NOBODY_KNOWS_THE_GATEWAY = noClasses()
            .that()
            .resideOutsideOfPackage("dev.rctp.gateway..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.rctp.gateway..");

    @ArchTest
    static final ArchRule REGISTRIES_KNOW_NOBODY = noClasses()
            .that()
            .resideInAPackage("dev.rctp.registries..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PEERS.stream().map(p -> "dev.rctp." + p + "..").toArray(String[]::new));

    /** What the platform says of a file or a connection is no sentence, or null. */
    @ArchTest
    static final ArchRule COMMANDS_WORD_THEIR_FAULTS = noClasses()
            .that()
            .resideInAPackage("dev.rctp.gateway.cli..")
            .and()
            .doNotHaveSimpleName("FaultText")
            .should()
            .callMethod(IOException.class, "getMessage")
            .orShould()
            .callMethod(Exception.class, "getMessage");

    @ArchTest
    static final ArchRule THE_PIPELINE_NAMES_NO_VERB = noClasses()
            .that()
            .haveSimpleName("Enforcer")
            .should()
            .dependOnClassesThat(
                    assignableTo("dev.rctp.gateway.enforce.VerbCase").and(not(INTERFACES)));

    @ArchTest
    static final ArchRule THE_PIPELINE_KNOWS_NO_EDGE = noClasses()
            .that()
            .resideInAPackage("dev.rctp.gateway.enforce..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.netty..",
                    "java.sql..",
                    "javax.sql..",
                    "org.jdbi..",
                    "java.net.http..",
                    "dev.rctp.gateway.http..",
                    "dev.rctp.gateway.store..",
                    "dev.rctp.gateway.config..",
                    "dev.rctp.gateway.management..",
                    "dev.rctp.gateway.observe..",
                    "dev.rctp.gateway.sandbox..",
                    "dev.rctp.gateway.cli..");

    @ArchTest
    static final ArchRule EXPLANATIONS_KNOW_SIGNATURES_ONLY = noClasses()
            .that()
            .resideInAPackage("dev.rctp.gateway.explain..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.rctp..")
                    .and(not(resideInAnyPackage(
                            "dev.rctp.gateway.explain..", "dev.rctp.msgsig..", "dev.rctp.registries.."))));

    @ArchTest
    static final ArchRule NETTY_STAYS_AT_THE_EDGES = noClasses()
            .that()
            .resideOutsideOfPackage("dev.rctp.gateway.http..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule THE_LIBRARY_FOR_PASSKEYS_STAYS_WITH_THEM = noClasses()
            .that()
            .resideOutsideOfPackage("dev.rctp.approval.passkey")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.webauthn4j..");

    @ArchTest
    static final ArchRule METERS_STAY_WITH_THOSE_WHO_OBSERVE = noClasses()
            .that()
            .resideOutsideOfPackage("dev.rctp.gateway.observe..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..", "io.opentelemetry..");

    @ArchTest
    static final ArchRule THE_PARTS_OF_HTTP_HAVE_AN_ORDER =
            slices().matching("dev.rctp.gateway.http.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_ROOT_OF_HTTP_KNOWS_NONE_OF_ITS_PARTS = noClasses()
            .that()
            .resideInAPackage("dev.rctp.gateway.http")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.rctp.gateway.http.*..");

    @ArchTest
    static final ArchRule THE_PRODUCT_DOES_NOT_KNOW_THE_SANDBOX = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.rctp.gateway",
                    "dev.rctp.gateway.enforce..",
                    "dev.rctp.gateway.http..",
                    "dev.rctp.gateway.store..",
                    "dev.rctp.gateway.config..",
                    "dev.rctp.gateway.management..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.rctp.gateway.sandbox..");

    @ArchTest
    static final ArchRule NAMES_SAY_THEIR_JOB = noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Manager)")
            .orShould()
            .resideInAnyPackage("..util..", "..common..", "..helper..", "..misc..");

    @ArchTest
    static final ArchRule NO_STATIC_STATE = fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule NULLS_ARE_SAID = classes().should(resideInANullMarkedPackage());

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                boolean isPackageInfo = type.getModifiers().contains(JavaModifier.SYNTHETIC);
                events.add(new SimpleConditionEvent(type, marked || isPackageInfo, type.getName()));
            }
        };
    }
}
