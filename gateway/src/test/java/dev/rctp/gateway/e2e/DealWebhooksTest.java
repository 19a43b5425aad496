package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** WHK-1: who is told of what happens to a deal, in its order. */
@ExtendWith(Sandboxed.class)
class DealWebhooksTest {

    @Test
    @DisplayName(
            "WHK-1: both sides and whoever has a role on the deal are told what the others did, in order; nobody else, and no money in it")
    void told(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Inbox buyer = Inbox.of(world, "buyer-ops-b");
        Inbox seller = Inbox.of(world, "seller-ops");
        Inbox escrow = Inbox.of(world, "escrow");
        Inbox carrier = Inbox.of(world, "carrier");
        Dealing dealing = Dealing.of(haggle);
        ok(200, dealing.commit(dealing.mayCommit("auto"), "{}"));
        ok(201, dealing.report(dealing.buyer, "com.example.note"));
        dealing.with("funds_held", "shipped", "delivered", "accepted", "released");

        assertThat(buyer.said(dealing.id, 6))
                .containsExactly(
                        "deal.opened open",
                        "deal.committed open",
                        "deal.event funds_held",
                        "deal.event funds_held",
                        "deal.event funds_held",
                        "deal.event released");
        assertThat(seller.said(dealing.id, 7))
                .containsExactly(
                        "deal.opened open",
                        "deal.event open",
                        "deal.event funds_held",
                        "deal.event funds_held",
                        "deal.event funds_held",
                        "deal.event accepted",
                        "deal.event released");
        assertThat(escrow.said(dealing.id, 3))
                .containsExactly("deal.event funds_held", "deal.event funds_held", "deal.event accepted");
        assertThat(carrier.said(dealing.id, 2)).containsExactly("deal.event accepted", "deal.event released");
        for (String stranger : List.of("buyer-ops-a", "marketplace")) {
            assertThat(Inbox.of(world, stranger).about(dealing.id)).as(stranger).isEmpty();
        }
        for (Inbox.Came came : buyer.about(dealing.id)) {
            assertThat(came.json().propertyNames()).containsExactlyInAnyOrder("id", "type", "subject", "status");
            assertThat(new String(came.body(), StandardCharsets.UTF_8)).doesNotContain("80000", "EUR", "eyJ");
        }
    }

    @Test
    @DisplayName("WHK-1, EVT-5: a repeated report, and one that is refused, tell nobody anything")
    void untold(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Inbox seller = Inbox.of(world, "seller-ops");
        var claims = dealing.claims(dealing.holder, "funds_held");
        ok(201, dealing.report(dealing.holder, claims));
        ok(200, dealing.report(dealing.holder, claims));
        Dealing.refused(dealing.report("released"), 409, "release_condition_unmet");
        ok(201, dealing.report("accepted"));
        assertThat(seller.said(dealing.id, 3))
                .containsExactly("deal.opened open", "deal.event funds_held", "deal.event accepted");
    }
}
