package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RegistriesTest {

    private final Registries registries = Registries.load();

    @Test
    @DisplayName("Section 4: the 12 verbs of the table, deal.open and deal.event")
    void actions() {
        assertThat(registries.actions().all()).hasSize(14);
    }
}
