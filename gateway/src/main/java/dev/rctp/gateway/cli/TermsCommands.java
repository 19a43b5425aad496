package dev.rctp.gateway.cli;

import picocli.CommandLine.Command;

/** {@code rctp terms}: what can be done with stored terms besides serving. */
@Command(
        name = "terms",
        description = "Works on the private terms in a gateway's database.",
        mixinStandardHelpOptions = true,
        subcommands = TermsReseal.class,
        footer = {"", "Example:", "  rctp terms reseal --config gateway.yaml"})
public final class TermsCommands {}
