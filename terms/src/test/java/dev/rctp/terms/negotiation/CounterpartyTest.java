package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.terms.SampleTerms;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CPR-1: each requirement alone, all together, and none. */
class CounterpartyTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|true",
                "{'jurisdictions': ['FR']}|true",
                "{'jurisdictions': ['DE', 'FR-75']}|true",
                "{'jurisdictions': ['DE']}|false",
                "{'jurisdictions': ['FR-7']}|false",
                "{'jurisdictions': ['F']}|false",
                "{'max_incident_sla_hours': 24}|true",
                "{'max_incident_sla_hours': 23}|false",
                "{'certifications': ['iso27001']}|true",
                "{'certifications': ['iso27001', 'soc2']}|true",
                "{'certifications': ['iso27001', 'pci']}|false",
                "{'jurisdictions': ['FR'], 'max_incident_sla_hours': 48, 'certifications': ['soc2']}|true",
                "{'jurisdictions': ['FR'], 'max_incident_sla_hours': 1, 'certifications': ['soc2']}|false"
            },
            quoteCharacter = '"')
    @DisplayName("CPR-1: a company in Paris with 24 h and two certificates meets what it meets, and all of it")
    void meets(String requirements, boolean met) {
        Counterparty company = new Counterparty("FR-75", 24, Set.copyOf(List.of("iso27001", "soc2")));
        String terms = "{\"counterparty_requirements\": " + requirements.replace('\'', '"') + "}";

        assertThat(company.meets(SampleTerms.json(terms))).isEqualTo(met);
        assertThat(company.meets(SampleTerms.json("{}"))).isTrue();
    }
}
