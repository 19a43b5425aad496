package dev.rctp.terms;

import static dev.rctp.terms.SampleTerms.GOOD;
import static dev.rctp.terms.SampleTerms.GOODS;
import static dev.rctp.terms.SampleTerms.VEHICLES;
import static dev.rctp.terms.SampleTerms.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rctp.registries.Money;
import dev.rctp.registries.TermSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ListingTermsTest {

    private static final Money PRICE = new Money(90000, "EUR");

    @Test
    @DisplayName("LST-2: good terms are taken, their default is filled, and the floor is not among the public ones")
    void takesGoodTerms() {
        ListingTerms terms = good(GOODS, GOOD);
        assertThat(terms.all().propertyNames())
                .containsExactly(
                        "floor",
                        "available_until",
                        "fulfillment_options",
                        "payment_terms",
                        "release_condition",
                        "deliver_within_days");
        assertThat(terms.publicTerms()).isEqualTo(json("""
                        {"available_until": "2026-12-31T18:00:00Z", "fulfillment_options": ["shipping"],
                         "payment_terms": ["escrow"], "release_condition": "buyer_accepted", "deliver_within_days": 5}"""));
    }

    @Test
    @DisplayName("INV-1: the terms' text shows nothing of them")
    void hidesTheFloor() {
        assertThat(good(GOODS, GOOD)).hasToString("ListingTerms[goods.small/1 ***]");
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @DisplayName("LST-1: every type and bound of the set's file is kept, with a message for the field")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    floor | {"amount": 90001, "currency": "EUR"} | must not be above the list price
                    floor | {"amount": 1, "currency": "JPY"} | must be in the list price's currency
                    floor | {"amount": 1.5, "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": 100.0, "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": -1, "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": 9007199254740992, "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": 18446744073709551617, "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": "100", "currency": "EUR"} | must be an amount in minor units and a currency
                    floor | {"amount": 100, "currency": "eur"} | must be an amount in minor units and a currency
                    floor | {"amount": 100, "currency": "EUR", "more": 1} | must be an amount in minor units and a currency
                    floor | null | must be an amount in minor units and a currency
                    available_until | "2026-12-31" | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    available_until | "2026-12-31T18:00:00+01:00" | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    available_until | "2026-12-31T23:59:60Z" | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    available_until | "2026-02-30T18:00:00Z" | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    available_until | "2026-12-31T24:00:01Z" | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    available_until | 1790000000 | must be a time in UTC, such as 2026-12-31T18:00:00Z
                    fulfillment_options | [] | must name at least one of pickup, shipping, courier
                    fulfillment_options | "shipping" | must name at least one of pickup, shipping, courier
                    fulfillment_options | ["drone"] | must name only pickup, shipping, courier
                    fulfillment_options | ["pickup", "pickup"] | must name each value once
                    payment_terms | ["cash"] | must name only escrow, cash_on_pickup, bank_transfer
                    release_condition | "never" | must be one of buyer_accepted, delivered, inspection_elapsed
                    deliver_within_days | 0 | must be a whole number from 1 to 30
                    deliver_within_days | 31 | must be a whole number from 1 to 30
                    deliver_within_days | 5.0 | must be a whole number from 1 to 30
                    deliver_within_days | true | must be a whole number from 1 to 30
                    counter | {"amount": 1, "currency": "EUR"} | is not a term of this set
                    counterparty_requirements | {} | must have jurisdictions, max_incident_sla_hours or certifications, and nothing else
                    counterparty_requirements | {"age": 3} | must have jurisdictions, max_incident_sla_hours or certifications, and nothing else
                    counterparty_requirements | {"jurisdictions": ["de"]} | must name its jurisdictions by ISO 3166 codes, each once
                    counterparty_requirements | {"jurisdictions": ["DE", "DE"]} | must name its jurisdictions by ISO 3166 codes, each once
                    counterparty_requirements | {"max_incident_sla_hours": 0} | must give max_incident_sla_hours from 1 to 8760
                    counterparty_requirements | {"certifications": [7]} | must name its certifications, each once
                    """)
    void tellsTheFault(String term, String value, String message) {
        ObjectNode terms = (ObjectNode) json(GOOD);
        terms.set(term, json(value));
        assertThat(faults(GOODS, terms))
                .extracting(TermFault::term, TermFault::message)
                .containsExactly(tuple(term, message));
    }

    @ParameterizedTest
    @DisplayName("LST-2: a term that must be there is asked for by name")
    @ValueSource(strings = {"floor", "available_until", "fulfillment_options", "payment_terms", "deliver_within_days"})
    void asksForRequired(String term) {
        ObjectNode terms = (ObjectNode) json(GOOD);
        terms.remove(term);
        assertThat(faults(GOODS, terms)).containsExactly(new TermFault(term, "is required"));
    }

    @Test
    @DisplayName("LST-3: every fault is told at once")
    void tellsAllFaults() {
        assertThat(faults(GOODS, json("{\"unknown\": 1}"))).hasSize(6);
        assertThat(faults(GOODS, json("[]"))).containsExactly(new TermFault("terms", "must be an object"));
    }

    @ParameterizedTest(name = "list price {0}, floor {1}: {2}")
    @DisplayName("LST-1: a vehicle's floor is at least half of the list price, exactly half included")
    @CsvSource({"20000,10000,true", "20000,9999,false", "20001,10000,false", "20001,10001,true", "0,0,true"})
    void keepsVehicleFloor(long price, long floor, boolean taken) {
        ObjectNode terms = (ObjectNode) json(GOOD);
        terms.put("deposit_pct", 10).put("inspection_before_deposit", true).put("required_observation", "test_drive");
        ((ObjectNode) terms.path("floor")).put("amount", floor);
        assertThat(ListingTerms.check(VEHICLES, new Money(price, "EUR"), terms) instanceof ListingTerms)
                .isEqualTo(taken);
    }

    @Test
    @DisplayName("LST-2: a floor equal to the list price is taken, also at the largest amount")
    void takesFloorAtListPrice() {
        ObjectNode terms = (ObjectNode) json(GOOD);
        ((ObjectNode) terms.path("floor")).put("amount", Money.MAX_AMOUNT);
        assertThat(ListingTerms.check(GOODS, new Money(Money.MAX_AMOUNT, "EUR"), terms))
                .isInstanceOf(ListingTerms.class);
    }

    private static ListingTerms good(TermSet set, String terms) {
        return (ListingTerms) ListingTerms.check(set, PRICE, json(terms));
    }

    private static List<TermFault> faults(TermSet set, JsonNode terms) {
        return ((TermsInvalid) ListingTerms.check(set, PRICE, terms)).faults();
    }
}
