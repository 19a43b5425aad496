package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import java.util.Optional;

/** The UCP-Agent field: a Dictionary whose member {@code profile} is a String, the profile's URL (OPR-1); the rest is ignored. */
public final class UcpAgentField {

    private static final String NAME = "ucp-agent";

    private UcpAgentField() {}

    /** The profile's URL as written; empty where the field is missing or malformed, or names two profiles. */
    public static Optional<String> profile(HttpFields fields) {
        return fields.combined(NAME).flatMap(UcpAgentField::profile);
    }

    private static Optional<String> profile(String value) {
        try {
            return Dictionary.parseUnique(value).get("profile") instanceof Item(StringItem(String url), var parameters)
                    ? Optional.of(url)
                    : Optional.empty();
        } catch (MalformedFieldException e) {
            return Optional.empty();
        }
    }
}
