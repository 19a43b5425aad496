package dev.rctp.gateway.cli;

import picocli.CommandLine.Command;

/** {@code rctp profile}: an operator's own UCP profile. */
@Command(
        name = "profile",
        description = "Makes an operator's UCP profile, and tells what is wrong with one.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        subcommands = {ProfileNew.class, ProfileCheck.class},
        footer = {"", "Example:", "  rctp profile check ucp.json"})
public final class ProfileCommands {}
