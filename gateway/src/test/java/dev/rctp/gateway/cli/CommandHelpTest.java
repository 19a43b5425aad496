package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code --help} says, for every command. */
class CommandHelpTest {

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(below -> all.addAll(all(below)));
        return all;
    }

    @Test
    @DisplayName(
            "lists of commands show a description's first line, so that is a sentence, and no line ends within one")
    void sentences() {
        for (CommandLine command : all(Main.commandLine())) {
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as(command.getCommandSpec().qualifiedName())
                    .isNotEmpty()
                    .allMatch(line -> line.endsWith("."));
        }
    }

    @Test
    @DisplayName("the help of a command with others below it says what each of them does, to the end of the sentence")
    void below() {
        for (CommandLine command : all(Main.commandLine())) {
            String help = command.getUsageMessage().replaceAll("\\s+", " ");
            command.getSubcommands()
                    .values()
                    .forEach(below -> assertThat(help)
                            .contains(below.getCommandSpec()
                                    .usageMessage()
                                    .description()[0]
                                    .replaceAll("\\s+", " ")));
        }
    }
}
