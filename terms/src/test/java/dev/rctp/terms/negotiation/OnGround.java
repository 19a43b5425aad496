package dev.rctp.terms.negotiation;

import dev.rctp.terms.PublicListing;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests on real tables: one database for the class, and for each test a listing for 900.00 EUR, floor 700.00, where offers are made. */
abstract class OnGround {

    static final Agent SECOND = new Agent("https://others.example/ucp", "buyer-2");

    @SuppressWarnings("NullAway.Init")
    static Ground ground;

    @SuppressWarnings("NullAway.Init")
    PublicListing listing;

    @SuppressWarnings("NullAway.Init")
    Bazaar bazaar;

    @BeforeAll
    static void start() throws IOException {
        ground = new Ground();
    }

    @AfterAll
    static void stop() throws IOException {
        ground.close();
    }

    @BeforeEach
    void list() throws SQLException {
        listing = ground.list(70_000, "EUR");
        bazaar = new Bazaar(ground, listing);
    }
}
