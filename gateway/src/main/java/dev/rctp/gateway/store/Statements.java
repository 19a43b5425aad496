package dev.rctp.gateway.store;

import dev.rctp.attest.Statement;
import dev.rctp.registries.SqlStatement;
import java.util.List;

/** Carries the statements of the terms module into the ledger's transaction (REC-3); neither module knows the other. */
public final class Statements {

    private Statements() {}

    /** The same statement for the ledger. */
    public static Statement of(SqlStatement statement) {
        return Statement.of(statement.sql(), statement.arguments().toArray());
    }

    /** The same statements for the ledger. */
    public static List<Statement> of(List<SqlStatement> statements) {
        return statements.stream().map(Statements::of).toList();
    }
}
