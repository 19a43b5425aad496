package dev.rctp.gateway.cli;

import picocli.CommandLine.Command;

/** {@code rctp record}: what can be done with a record. */
@Command(
        name = "record",
        description = "Works on records.",
        mixinStandardHelpOptions = true,
        subcommands = {RecordVerify.class, RecordExport.class, RecordLog.class},
        footer = {"", "Example:", "  rctp record verify record.json --keys profile.json"})
public final class RecordCommands {}
