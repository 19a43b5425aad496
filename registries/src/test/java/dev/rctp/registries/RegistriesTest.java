package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.Checkpoint.Relation;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Checkpoint.Writer;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RegistriesTest {

    private final Registries registries = Registries.load();

    @Test
    @DisplayName("Section 4: the table of verbs, and deal.open and deal.event")
    void actions() {
        Set<Tier> any = Set.of(Tier.AUTO, Tier.ASK, Tier.FORBID);
        Set<Tier> ask = Set.of(Tier.ASK);
        Set<Tier> never = Set.of(Tier.ASK, Tier.FORBID);
        assertThat(registries.actions().all())
                .containsExactly(
                        seller("listing.create", "dev.rctp.listing:create", "POST", "/listings", Tier.ASK, ask),
                        seller(
                                "listing.set_terms",
                                "dev.rctp.listing:set_terms",
                                "PUT",
                                "/listings/{listing_id}/terms",
                                Tier.ASK,
                                ask),
                        seller(
                                "listing.reprice",
                                "dev.rctp.listing:reprice",
                                "POST",
                                "/listings/{listing_id}/reprice",
                                Tier.ASK,
                                any),
                        seller(
                                "listing.answer_buyer",
                                "dev.rctp.listing:answer_buyer",
                                "POST",
                                "/listings/{listing_id}/answers",
                                Tier.AUTO,
                                any),
                        untiered("offer.create", Side.BUYER, "/listings/{listing_id}/offers"),
                        seller(
                                "offer.counter",
                                "dev.rctp.deal:offer_counter",
                                "POST",
                                "/offers/{offer_id}/counter",
                                Tier.ASK,
                                any),
                        seller(
                                "offer.accept",
                                "dev.rctp.deal:offer_accept",
                                "POST",
                                "/offers/{offer_id}/accept",
                                Tier.ASK,
                                any),
                        seller(
                                "deal.commit_to_ship",
                                "dev.rctp.deal:commit_to_ship",
                                "POST",
                                "/deals/{deal_id}/commit",
                                Tier.AUTO,
                                any),
                        new Action(
                                "deal.disclose_passport",
                                Side.SELLER,
                                "dev.rctp.deal:disclose_passport",
                                null,
                                null,
                                Tier.ASK,
                                never,
                                false),
                        new Action(
                                "deal.accept_deposit",
                                Side.SELLER,
                                "dev.rctp.deal:accept_deposit",
                                null,
                                null,
                                Tier.ASK,
                                never,
                                false),
                        new Action(
                                "deal.sign_contract",
                                Side.SELLER,
                                null,
                                "POST",
                                "/deals/{deal_id}/sign-contract",
                                Tier.FORBID,
                                Set.of(),
                                true),
                        new Action(
                                "account.update", Side.SELLER, null, "PATCH", "/account", Tier.FORBID, Set.of(), true),
                        untiered("deal.open", Side.BUYER, "/deals"),
                        untiered("deal.event", Side.PARTY, "/deals/{deal_id}/events"));
    }

    private static Action seller(String name, String scope, String method, String path, Tier tier, Set<Tier> allowed) {
        return new Action(name, Side.SELLER, scope, method, path, tier, allowed, false);
    }

    private static Action untiered(String name, Side side, String path) {
        return new Action(name, side, null, "POST", path, null, Set.of(), false);
    }

    @Test
    void actionsByName() {
        assertThat(registries.actions().get("offer.accept").side()).isEqualTo(Side.SELLER);
        assertThat(registries.actions().find("offer.refuse")).isEmpty();
        assertThatThrownBy(() -> registries.actions().get("offer.refuse")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("Section 4: the 22 reasons, the same in code and data")
    void reasons() {
        assertThat(registries.reasonCodes()).hasSize(22).containsOnlyKeys(Reason.values());
        assertThat(registries.reasonCodes().values()).allSatisfy(code -> {
            assertThat(code.status()).isEqualTo(code.reason().status());
            assertThat(code.when()).endsWith(".").hasSizeGreaterThan(20);
        });
        assertThat(Arrays.stream(Reason.values()).map(Reason::code))
                .allMatch(code -> Reason.ofCode(code).isPresent());
    }

    @Test
    @DisplayName("LST-1, LST-2, section 15: the terms of goods.small/1 and vehicles/1")
    void termSets() {
        TermSet goods = termSet("goods.small/1");
        TermSet vehicles = termSet("vehicles/1");
        assertThat(registries.termSets()).hasSize(2);
        assertThat(registries.defaultTermSet()).isEqualTo(goods);
        assertThat(vehicles.terms())
                .extracting(Term::name)
                .startsWith(goods.terms().stream().map(Term::name).toArray(String[]::new))
                .endsWith("deposit_pct", "inspection_before_deposit", "required_observation")
                .hasSize(goods.terms().size() + 3);
        for (TermSet set : List.of(goods, vehicles)) {
            assertThat(set.terms())
                    .filteredOn(Term::isPrivate)
                    .extracting(Term::name)
                    .containsExactly("floor");
            assertThat(set.publicTerms()).hasSize(set.terms().size() - 1);
        }
        assertThat(type(goods, "floor")).isEqualTo(new TermType.Amount(null, 100));
        assertThat(type(goods, "fulfillment_options"))
                .isEqualTo(new TermType.Choices(List.of("pickup", "shipping", "courier")));
        assertThat(type(goods, "payment_terms"))
                .isEqualTo(new TermType.Choices(List.of("escrow", "cash_on_pickup", "bank_transfer")));
        assertThat(type(goods, "deliver_within_days")).isEqualTo(new TermType.Whole(1, 30));
        assertThat(goods.term("release_condition").orElseThrow().defaultValue()).hasToString("\"buyer_accepted\"");
        assertThat(goods.term("counterparty_requirements").orElseThrow().required())
                .isFalse();
        assertThat(goods.term("deposit_pct")).isEmpty();
    }

    @Test
    @DisplayName("LST-1: the floor of vehicles is at least half the list price")
    void vehicles() {
        TermSet vehicles = termSet("vehicles/1");
        assertThat(type(vehicles, "floor")).isEqualTo(new TermType.Amount(50, 100));
        assertThat(type(vehicles, "deposit_pct")).isEqualTo(new TermType.Whole(1, 30));
        assertThat(type(vehicles, "inspection_before_deposit")).isEqualTo(new TermType.YesNo());
        assertThat(type(vehicles, "required_observation"))
                .isEqualTo(new TermType.Choice(List.of("none", "test_drive", "independent_report")));
    }

    @Test
    @DisplayName("LST-1: another term set is another file, and nothing else")
    void anotherTermSet() {
        Map<String, JsonNode> files = new TreeMap<>(RegistryFolder.packed());
        ObjectNode boats = Objects.requireNonNull(files.get("term-sets/goods.small-1.json"))
                .deepCopy()
                .asObject();
        boats.put("id", "boats/1").put("label", "Boats").put("default", false);
        files.put("term-sets/boats-1.json", boats);
        Registries more = Registries.of(files);
        assertThat(more.termSets()).containsOnlyKeys("goods.small/1", "vehicles/1", "boats/1");
        assertThat(more.defaultTermSet().id()).isEqualTo("goods.small/1");

        files.put("term-sets/yachts-1.json", boats);
        assertThatThrownBy(() -> Registries.of(files)).hasMessageContaining("term-sets/yachts-1.json");
    }

    private TermSet termSet(String id) {
        return Objects.requireNonNull(registries.termSets().get(id), id);
    }

    private static TermType type(TermSet set, String term) {
        return set.term(term).orElseThrow().type();
    }

    @Test
    @DisplayName("EVT-2, EVT-3: the types of events and who writes them")
    void checkpoints() {
        Checkpoints checkpoints = registries.checkpoints();
        assertThat(checkpoints.all())
                .extracting(Checkpoint::type)
                .containsExactly(
                        "funds_held",
                        "accepted",
                        "rejected",
                        "released",
                        "shipped",
                        "delivered",
                        "returned_to_sender",
                        "return",
                        "refund",
                        "dev.rctp.key_succession");
        for (String money : List.of("funds_held", "released", "refund")) {
            assertThat(find(money).writers()).containsExactly(new Writer(Role.HOLDER, null));
            assertThat(find(money).amount()).isTrue();
        }
        for (String buyers : List.of("accepted", "rejected")) {
            assertThat(find(buyers).writers()).containsExactly(new Writer(Role.BUYER, null));
            assertThat(find(buyers).amount()).isFalse();
        }
        for (String goods : List.of("shipped", "delivered", "returned_to_sender", "return")) {
            assertThat(find(goods).writers())
                    .containsExactly(
                            new Writer(Role.CARRIER, Relation.FIRST_HAND),
                            new Writer(Role.MARKETPLACE, Relation.RELAYED));
        }
        assertThat(find("rejected").reasons()).containsExactly("not_as_described", "not_received");
        assertThat(checkpoints.informativeWriters()).extracting(Writer::role).containsExactly(Role.values());
        assertThat(checkpoints.find("org.example.photo")).isEmpty();
    }

    private Checkpoint find(String type) {
        return registries.checkpoints().find(type).orElseThrow();
    }

    @Test
    @DisplayName("EVT-4: release conditions")
    void releaseConditions() {
        ReleaseConditions conditions = registries.releaseConditions();
        assertThat(conditions.byDefault().id()).isEqualTo("buyer_accepted");
        assertThat(conditions.all())
                .extracting(ReleaseCondition::id)
                .containsExactly("buyer_accepted", "delivered", "inspection_elapsed");
        assertThat(conditions.find("inspection_elapsed").orElseThrow().days()).isPositive();
        assertThat(conditions.find("delivered").orElseThrow().days()).isZero();
        assertThat(conditions.find("never")).isEmpty();
    }

    @Test
    @DisplayName("The registries load from a jar as from a folder, also where the jar has no entries for folders")
    void fromJar(@TempDir Path folder) throws Exception {
        Path classes = Path.of(Registries.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = folder.resolve("registries with spaces.jar");
        pack(classes, jar);
        URL[] path = {jar.toUri().toURL()};
        try (URLClassLoader loader =
                new URLClassLoader(path, new WithoutRegistries(getClass().getClassLoader()))) {
            Object loaded = loader.loadClass(Registries.class.getName())
                    .getMethod("load")
                    .invoke(null);
            assertThat(loaded.getClass().getClassLoader()).isSameAs(loader);
            assertThat(loaded.getClass().getMethod("termSets").invoke(loaded))
                    .asString()
                    .contains("vehicles/1");
        }
    }

    private static void pack(Path classes, Path jar) throws Exception {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                entries.write(Files.readAllBytes(file));
            }
        }
    }

    /** The classes of the tests without this module's own. */
    private static final class WithoutRegistries extends ClassLoader {

        WithoutRegistries(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("dev.rctp.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void filesAreStrictJson(@TempDir Path folder) throws Exception {
        Files.write(folder.resolve("actions.json"), "{\"actions\":[],\"actions\":[]}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> RegistryFolder.at(folder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("actions.json");
    }
}
