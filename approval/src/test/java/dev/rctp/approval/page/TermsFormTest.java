package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rctp.registries.Term;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class TermsFormTest {

    private static String form(String set, String proposed) {
        return Asked.pending(Asked.listing(set, proposed), Asked.ENGLISH).replace('\u00a0', ' ');
    }

    @Test
    @DisplayName("LST-1: the form has each term of the term set, in its order")
    void everyTerm() {
        for (String set : Asked.REGISTRIES.termSets().keySet()) {
            assertThat(form(set, "{}"))
                    .containsSubsequence(Asked.REGISTRIES.termSets().get(set).terms().stream()
                            .map(Term::name)
                            .map(name -> "data-term=\"" + name + "\"")
                            .toList());
        }
    }

    @Test
    @DisplayName("LST-3: proposed values pre-fill the form and are marked as proposed")
    void proposed() {
        String html = form("goods.small/1", """
                {"floor": {"amount": 39950, "currency": "EUR"}, "available_until": "2026-12-24T18:00:00Z",
                 "fulfillment_options": ["pickup"], "release_condition": "delivered", "deliver_within_days": 5,
                 "counterparty_requirements": {"jurisdictions": ["DE", "FR"], "max_incident_sla_hours": 24}}""");

        assertThat(html)
                .contains(
                        "value=\"399.50\"",
                        "data-value=\"2026-12-24T18:00:00Z\"",
                        "value=\"5\"",
                        "value=\"DE, FR\"",
                        "value=\"24\"")
                .contains("value=\"pickup\" checked", "value=\"delivered\" checked")
                .doesNotContain("value=\"shipping\" checked", "value=\"buyer_accepted\" checked");
        assertThat(html.split("mark proposed", -1)).hasSize(7);
    }

    @Test
    @DisplayName("LST-2: a default stands without being called proposed")
    void defaults() {
        assertThat(form("goods.small/1", "{}"))
                .contains("value=\"buyer_accepted\" checked")
                .doesNotContain("mark proposed", "The agent proposed");
    }

    @Test
    @DisplayName("LST-3: a proposal that can't be the term's value leaves the field empty")
    void misfits() {
        assertThat(form("goods.small/1", """
                {"floor": {"amount": 39950, "currency": "USD"}, "deliver_within_days": 99, "fulfillment_options": "pickup",
                 "release_condition": "never", "counterparty_requirements": {"certifications": ["ISO\\u202e 27001"]}}""")).doesNotContain("399.50", "value=\"99\"", "value=\"never\"", "27001");
    }

    @Test
    @DisplayName(
            "LST-1, LST-2: the floor is explained as private and bounded by the list price; for vehicles by half of it too")
    void floor() {
        assertThat(form("goods.small/1", "{}"))
                .contains(
                        "Private: the marketplace keeps it encrypted",
                        "data-min=\"0\"",
                        "data-max=\"45000\"",
                        "From €0.00 EUR to €450.00 EUR");
        ObjectNode odd = Asked.listing("vehicles/1", "{}");
        Asked.display(odd).withObject("list_price").put("amount", 45001);
        assertThat(Asked.pending(odd, Asked.ENGLISH)).contains("data-min=\"22501\"", "data-max=\"45001\"");
    }

    @Test
    void aListingWithoutListPriceCanNotBeShown() {
        ObjectNode listing = Asked.listing("goods.small/1", "{}");
        Asked.display(listing).remove("list_price");

        assertThatIllegalArgumentException().isThrownBy(() -> Asked.pending(listing, Asked.ENGLISH));
    }
}
