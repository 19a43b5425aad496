package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the management port says of sellers: of whom, and how much at once (MGT-1). */
@ExtendWith(Sandboxed.class)
class SellerPlacesTest {

    private static final Registries REGISTRIES = Registries.load();

    private static JsonNode read(World world, Path state, String place, String schema) throws Exception {
        HttpResponse<String> answer = Asking.manage(world, state, "GET", place, "");
        assertThat(answer.statusCode()).as(place + " " + answer.body()).isEqualTo(200);
        JsonNode body = JsonMapper.shared().readTree(answer.body());
        assertThat(REGISTRIES.schemas().validate(schema, body))
                .as(body.toString())
                .isEmpty();
        return body;
    }

    private static JsonNode passkeys(World world, Path state, String segment) throws Exception {
        return read(world, state, "/sellers/" + segment + "/passkeys", "passkey-list")
                .path("passkeys");
    }

    @Test
    @DisplayName("MGT-1, INV-4: a passkey is the seller's whom the path names: a plus sign is a plus sign")
    void plusSign(World world, Path state) throws Exception {
        String name = "seller" + UUID.randomUUID();
        PasskeyAnswer passkey = new PasskeyAnswer(world);
        HttpResponse<String> taken = Asking.manage(
                world,
                state,
                "POST",
                "/sellers/" + name + "+b/passkeys",
                passkey.told().toString());
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
        assertThat(passkeys(world, state, name + "+b")).hasSize(1);
        assertThat(passkeys(world, state, name + "%2Bb")).hasSize(1);
        assertThat(passkeys(world, state, name + "%2bb")).hasSize(1);
        assertThat(passkeys(world, state, name + "%20b")).isEmpty();
        assertThat(passkeys(world, state, name + "+B")).isEmpty();
        assertThat(Tables.of(state)
                        .text(
                                "SELECT seller FROM passkey WHERE credential_id = ?",
                                passkey.told().path("credential_id").stringValue()))
                .isEqualTo(name + "+b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%2Fb", "a%00b", "a%0Ab", "a%FFb", "%C0%AF", "a%5Cb", "a%25b", "a%41b", "%7F", "%C2%85"})
    @DisplayName("MGT-1: a path that does not name one seller in one way is 400, whatever is asked there")
    void noName(String segment, World world, Path state) throws Exception {
        String told = new PasskeyAnswer(world).told().toString();
        for (String rest : List.of("/passkeys", "/approvals", "/passkeys/AQID")) {
            String place = "/sellers/" + segment + rest;
            assertThat(Asking.manage(world, state, "GET", place, "").statusCode())
                    .as(place)
                    .isEqualTo(400);
            assertThat(Asking.manage(world, state, "POST", place, told).statusCode())
                    .as(place)
                    .isEqualTo(400);
        }
        assertThat(Asking.manage(world, state, "DELETE", "/listings/" + segment, "")
                        .statusCode())
                .isIn(400, 404);
    }

    @Test
    @DisplayName(
            "MGT-1: what a seller was asked is read page by page, the latest first, and a page says whether there is more")
    void pages(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String offer = asking.offered(asking.buyer, asking.listed(), 41_000);
            asked.addFirst(Asking.id(asked(asking.accept(offer))));
        }
        String place = "/sellers/" + Asking.encoded(asking.sub) + "/approvals";
        List<String> all = ids(read(world, state, place, "seller-approvals"));
        assertThat(all).hasSize(10).containsAll(asked); // five listings were asked about as well

        List<String> read = new ArrayList<>();
        JsonNode page = read(world, state, place + "?limit=3", "seller-approvals");
        while (page.path("more").booleanValue()) {
            assertThat(ids(page)).hasSize(3);
            read.addAll(ids(page));
            page = read(world, state, place + "?limit=3&after=" + read.getLast(), "seller-approvals");
        }
        read.addAll(ids(page));
        assertThat(read).isEqualTo(all);
        assertThat(read(world, state, place + "?after=" + all.getLast() + "&limit=5", "seller-approvals")
                        .toString())
                .isEqualTo("{\"approvals\":[],\"more\":false}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=1001",
                "limit=-1",
                "limit=2&limit=2",
                "after=",
                "after=1",
                "other=1",
                "limit=2&"
            })
    @DisplayName("MGT-1: a page that can't be is 400, and so is one after another seller's approval")
    void noPage(String query, World world, Path state) throws Exception {
        for (String wrong : List.of(query, "after=apr_abcdefghijklmnopqrstuvwxyz")) {
            assertThat(Asking.manage(world, state, "GET", "/sellers/someone/approvals?" + wrong, "")
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    private static List<String> ids(JsonNode page) {
        return page.path("approvals")
                .valueStream()
                .map(one -> one.path("approval_id").stringValue())
                .toList();
    }
}
