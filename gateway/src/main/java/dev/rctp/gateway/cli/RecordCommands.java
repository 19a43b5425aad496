package dev.rctp.gateway.cli;

import picocli.CommandLine.Command;

/** {@code rctp record}: what can be done with a record without any server. */
@Command(
        name = "record",
        description = "Works on records, without any server.",
        mixinStandardHelpOptions = true,
        subcommands = RecordVerify.class,
        footer = {"", "Example:", "  rctp record verify record.json --keys profile.json"})
public final class RecordCommands {}
