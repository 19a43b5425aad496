package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.registries.Registries;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/records.md says what there is; that its commands do what it says is tested where they are. */
class RecordsPageTest {

    @Test
    @DisplayName("the commands of docs/records.md have these options")
    void commands() throws Exception {
        List<String> commands = Checkout.page("docs/records.md").blocks("text").stream()
                .map(block -> block.lines().findFirst().orElseThrow())
                .filter(line -> !line.startsWith("events by:")) // more of what the first prints
                .toList();
        assertThat(commands).hasSize(4).allSatisfy(command -> {
            assertThat(command).startsWith("rctp record ");
            Main.commandLine().parseArgs(command.substring("rctp ".length()).split(" ", -1));
        });
    }

    @Test
    @DisplayName("the schemas that docs/records.md names are there, and so are the members of the log's configuration")
    void names() throws Exception {
        String page = Checkout.page("docs/records.md").text();
        assertThat(Registries.load().schemas().names())
                .contains("record-bundle", "head-proof", "checkpoint", "consistency-proof");
        assertThat(page).contains("`record-bundle`", "signing_key:", "origin:", "interval:");
    }
}
