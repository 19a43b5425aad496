package dev.rctp.gateway.cli;

import picocli.CommandLine.Command;

/** {@code rctp config}: what can be done with a configuration without starting anything. */
@Command(
        name = "config",
        description = "Works on configuration files, without starting anything.",
        mixinStandardHelpOptions = true,
        subcommands = ConfigCheck.class,
        footer = {"", "Example:", "  rctp config check gateway.yaml"})
public final class ConfigCommands {}
